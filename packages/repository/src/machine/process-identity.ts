/** Which process something belongs to, also after its number was given to another. */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import process from "node:process";

export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the kernel's ticks since the machine did; empty where the system does not say. */
  readonly startedAt: string;
  readonly host: string;
  /** Which start of the machine; empty where the system does not say. */
  readonly boot: string;
  /** Processes of another namespace have other numbers; empty where there are none. */
  readonly namespace: string;
}

/** `unknown`: it lives on another machine, or in another container. */
export type Liveness = "alive" | "dead" | "unknown";

export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    startedAt: readProcess(process.pid)?.startedAt ?? "",
    host: hostname(),
    boot: readText("/proc/sys/kernel/random/boot_id"),
    namespace: readNamespace(),
  };
}

export function livenessOf(identity: ProcessIdentity, own: ProcessIdentity = ownIdentity()): Liveness {
  if (identity.host !== own.host || identity.namespace !== own.namespace) return "unknown";
  if (identity.boot !== own.boot) return "dead";
  if (!exists(identity.pid)) return "dead";
  const now = readProcess(identity.pid);
  if (now === undefined) return identity.startedAt === "" ? "alive" : "unknown";
  return now.startedAt === identity.startedAt && !now.isEnded ? "alive" : "dead";
}

/** Whether a process of this machine is stopped (SIGSTOP, Ctrl-Z, a debugger): it goes on only when someone continues it. */
export function isStopped(identity: ProcessIdentity): boolean {
  return livenessOf(identity) === "alive" && readProcess(identity.pid)?.isStopped === true;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process exists, though it takes no signal of ours.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

interface ProcessState {
  readonly startedAt: string;
  readonly isEnded: boolean;
  readonly isStopped: boolean;
}

/** From proc(5): the state and the start time, counted from behind the name, which may hold anything. */
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
    return ""; // no such system
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return ""; // no such system, or no such process
  }
}

/** A process as lock files name it. */
export interface LockHolder extends ProcessIdentity {
  /** Version of its program; absent where it does not say. */
  readonly program?: string | undefined;
}

/** The process that a lock file's fields name; `undefined` where they name none. */
export function holderIn(fields: Readonly<Record<string, unknown>>): LockHolder | undefined {
  const { pid, startedAt, host, boot, namespace, program } = fields;
  if (!Number.isInteger(pid) || ![startedAt, host, boot, namespace].every((it) => typeof it === "string"))
    return undefined;
  const identity = { pid, startedAt, host, boot, namespace } as ProcessIdentity;
  return { ...identity, program: typeof program === "string" ? program : undefined };
}
