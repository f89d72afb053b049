/**
 * Clock of the processor time of this process's threads: it does not advance while other programs use the processor.
 */
import process from "node:process";

/** Measures the processor time of busy threads. */
export class ShareClock {
  private lastCpuMs: number;

  /** @param cpuMs returns the processor time of the whole process so far, in milliseconds */
  constructor(
    private lastMs: number,
    private readonly cpuMs: () => number = processCpuMs,
  ) {
    this.lastCpuMs = cpuMs();
  }

  /** Milliseconds that each of `threads` busy threads computed since the last call, at most the elapsed time. */
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
