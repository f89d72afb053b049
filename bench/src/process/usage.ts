/**
 * CPU time and memory of child processes, from Linux's /proc. On other systems the figures are absent.
 * Kernel documentation: proc(5), /proc/pid/stat and /proc/pid/status.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** USER_HZ: 100 on every Linux that Node.js supports. */
const TICKS_PER_SECOND = 100;
/** Positions after the command's name in /proc/pid/stat. */
const CHILDREN_USER = 13;
const CHILDREN_SYSTEM = 14;

/** CPU seconds of all ended children and their descendants. */
export function childrenCpuSeconds(): number | undefined {
  const stat = readProc("/proc/self/stat");
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM])) / TICKS_PER_SECOND;
}

/** Watches the memory of a process and its descendants until it is stopped. */
export class MemoryWatch {
  peakBytes: number | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly pid: number) {
    this.timer = setInterval(() => this.look(), 20);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    let resident = 0;
    let highest = 0;
    for (const pid of processFamily(this.pid)) {
      const status = readProc(`/proc/${pid}/status`);
      if (status === undefined) continue;
      resident += kilobytes(status, "VmRSS");
      highest = Math.max(highest, kilobytes(status, "VmHWM"));
    }
    const now = Math.max(resident, highest) * 1024;
    if (now > 0) this.peakBytes = Math.max(this.peakBytes ?? 0, now);
  }
}

/** The process and its descendants; empty without /proc. */
export function processFamily(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  if (!existsSync(tasks)) return [];
  return [
    pid,
    ...listTasks(tasks).flatMap((task) => childProcessIds(`${tasks}/${task}/children`).flatMap(processFamily)),
  ];
}

function listTasks(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // the process has just ended
  }
}

function childProcessIds(file: string): number[] {
  return (readProc(file) ?? "")
    .split(" ")
    .filter((text) => text.trim() !== "")
    .map(Number);
}

function kilobytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0);
}

/** Reads a file of /proc; undefined if it does not exist. */
export function readProc(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined; // no /proc, or the process has ended
  }
}
