/** What threads of this process had of the processor: no time passes for them while other programs have the machine. */
import process from "node:process";

export class ShareClock {
  private lastCpuMs: number;

  /** @param cpuMs processor time of the whole process so far, in milliseconds */
  constructor(
    private lastMs: number,
    private readonly cpuMs: () => number = processCpuMs,
  ) {
    this.lastCpuMs = cpuMs();
  }

  /** Milliseconds that each of so many busy threads computed since the last question, at most those that passed. */
  share(nowMs: number, threads: number): number {
    const passed = nowMs - this.lastMs;
    const cpu = this.cpuMs();
    const share = (cpu - this.lastCpuMs) / Math.max(1, threads);
    this.lastMs = nowMs;
    this.lastCpuMs = cpu;
    return Math.min(passed, share);
  }
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
