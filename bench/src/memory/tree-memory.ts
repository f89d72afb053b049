/**
 * Memory of a process and its descendants, sampled from Linux's /proc. Resident memory is summed over processes, so
 * shared pages count more than once; the proportional sum (PSS) counts them once. Anonymous pages belong to the
 * program; file pages are mapped files, code and the store, which the system reclaims when it needs room.
 * Kernel documentation: proc(5), /proc/pid/smaps_rollup and /proc/pid/status.
 */
import { processFamily, readProc } from "../process/usage.js";

/** Memory of a process tree. */
export interface TreeMemory {
  readonly rssBytes: number;
  /** Of the process with the most. */
  readonly largestRssBytes: number;
  readonly pssBytes: number;
  readonly anonymousBytes: number;
  readonly fileBytes: number;
  readonly processes: number;
}

const NO_MEMORY: TreeMemory = {
  rssBytes: 0,
  largestRssBytes: 0,
  pssBytes: 0,
  anonymousBytes: 0,
  fileBytes: 0,
  processes: 0,
};

/**
 * Reads the current memory; all zero without /proc or if the process has ended. @param options.isProportional whether
 * to read PSS, which takes long
 */
export function readTreeMemory(pid: number, options: { readonly isProportional: boolean }): TreeMemory {
  return processFamily(pid)
    .map((one) => readProcessMemory(one, options.isProportional))
    .reduce(add, NO_MEMORY);
}

function readProcessMemory(pid: number, isProportional: boolean): TreeMemory {
  const status = readProc(`/proc/${pid}/status`);
  if (status === undefined) return NO_MEMORY;
  const rollup = isProportional ? (readProc(`/proc/${pid}/smaps_rollup`) ?? "") : "";
  const rssBytes = readKilobytes(status, "VmRSS");
  return {
    rssBytes,
    largestRssBytes: rssBytes,
    pssBytes: readKilobytes(rollup, "Pss"),
    anonymousBytes: readKilobytes(status, "RssAnon"),
    fileBytes: readKilobytes(status, "RssFile"),
    processes: 1,
  };
}

function add(a: TreeMemory, b: TreeMemory): TreeMemory {
  return {
    rssBytes: a.rssBytes + b.rssBytes,
    largestRssBytes: Math.max(a.largestRssBytes, b.largestRssBytes),
    pssBytes: a.pssBytes + b.pssBytes,
    anonymousBytes: a.anonymousBytes + b.anonymousBytes,
    fileBytes: a.fileBytes + b.fileBytes,
    processes: a.processes + b.processes,
  };
}

function readKilobytes(text: string, field: string): number {
  return 1024 * Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0);
}

/**
 * Number of measurements per reading of PSS: reading it makes the kernel walk all pages of the process, which blocks
 * the process.
 */
const LOOKS_PER_PROPORTIONAL = 10;

/** Watches a process tree; each figure has its own peak. */
export class TreeMemoryWatch {
  peak: TreeMemory = NO_MEMORY;
  private looks = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly pid: number,
    intervalMs = 50,
  ) {
    this.timer = setInterval(() => this.samplePeak(), intervalMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private samplePeak(): void {
    this.peak = highestOfEach(
      this.peak,
      readTreeMemory(this.pid, { isProportional: this.looks++ % LOOKS_PER_PROPORTIONAL === 0 }),
    );
  }
}

function highestOfEach(a: TreeMemory, b: TreeMemory): TreeMemory {
  return {
    rssBytes: Math.max(a.rssBytes, b.rssBytes),
    largestRssBytes: Math.max(a.largestRssBytes, b.largestRssBytes),
    pssBytes: Math.max(a.pssBytes, b.pssBytes),
    anonymousBytes: Math.max(a.anonymousBytes, b.anonymousBytes),
    fileBytes: Math.max(a.fileBytes, b.fileBytes),
    processes: Math.max(a.processes, b.processes),
  };
}
