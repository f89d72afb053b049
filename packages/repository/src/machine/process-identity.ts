/** Identity of processes, valid even after a process id is reused. */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import process from "node:process";

/** Fields that identify a process. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in kernel ticks since boot; empty if the system does not tell. */
  readonly startedAt: string;
  readonly host: string;
  /** Id of the boot; empty if the system does not tell. */
  readonly boot: string;
  /** PID namespace, since process ids differ between namespaces; empty where there are none. */
  readonly namespace: string;
}

/** Whether a process is alive; `unknown` if it is on another machine or in another container. */
export type Liveness = "alive" | "dead" | "unknown";

/** Identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    startedAt: readProcess(process.pid)?.startedAt ?? "",
    host: hostname(),
    boot: readText("/proc/sys/kernel/random/boot_id"),
    namespace: readNamespace(),
  };
}

/** Whether the process with an identity is alive. */
export function livenessOf(identity: ProcessIdentity, own: ProcessIdentity = ownIdentity()): Liveness {
  if (identity.host !== own.host || identity.namespace !== own.namespace) return "unknown";
  if (identity.boot !== own.boot) return "dead";
  if (!processExists(identity.pid)) return "dead";
  const now = readProcess(identity.pid);
  if (now === undefined) return identity.startedAt === "" ? "alive" : "unknown";
  return now.startedAt === identity.startedAt && !now.isEnded ? "alive" : "dead";
}

/** Whether a process of this machine is stopped (SIGSTOP, Ctrl-Z, a debugger): it continues only on a signal. */
export function isStopped(identity: ProcessIdentity): boolean {
  return livenessOf(identity) === "alive" && readProcess(identity.pid)?.isStopped === true;
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process exists, though it accepts no signal from this one.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

interface ProcessState {
  readonly startedAt: string;
  readonly isEnded: boolean;
  readonly isStopped: boolean;
}

/** Reads state and start time, see proc(5). Fields are counted from after the name, which may contain anything. */
function readProcess(pid: number): ProcessState | undefined {
  const text = readText(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state] = fields;
  const startedAt = fields[19];
  if (startedAt === undefined) return undefined;
  return { startedAt, isEnded: state === "Z" || state === "X", isStopped: state === "T" || state === "t" };
}

function readNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return ""; // Another kind of system.
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return ""; // Another kind of system, or no such process.
  }
}

/** A process as lock files name it. */
export interface LockHolder extends ProcessIdentity {
  /** Version of the program that holds the lock; absent if the lock file does not contain it. */
  readonly program?: string | undefined;
}

/** The process that a lock file's fields name; `undefined` if they name none. */
export function parseLockHolder(fields: Readonly<Record<string, unknown>>): LockHolder | undefined {
  const { pid, startedAt, host, boot, namespace, program } = fields;
  if (!Number.isInteger(pid) || ![startedAt, host, boot, namespace].every((it) => typeof it === "string"))
    return undefined;
  const identity = { pid, startedAt, host, boot, namespace } as ProcessIdentity;
  return { ...identity, program: typeof program === "string" ? program : undefined };
}
