/**
 * `sdl augment` as a process of its own: a hook's event from standard input, its answer to standard output. Whatever is wrong, the agent's own tool goes on:
 * the exit code is 0, and `--verbose` says on standard error why nothing was added.
 */

import { Buffer } from "node:buffer";
import { readFileSync, writeSync } from "node:fs";
import process from "node:process";
import { augment } from "@sdl/engine/augment";

/** @param options the command's own */
export function runAugment(options: readonly string[]): void {
  const isVerbose = options.includes("--verbose") || options.includes("-v");
  const answer = augment(readInput(), {
    cwd: process.cwd(),
    env: process.env,
    ...(isVerbose
      ? { onNothingAdded: (reason: string) => writeAll(STDERR, Buffer.from(`sdl augment: ${reason}\n`)) }
      : {}),
  });
  // Streams take longer to load than the answer took to find.
  writeAll(STDOUT, Buffer.from(answer));
  process.exit(0);
}

const STDIN = 0;
const STDOUT = 1;
const STDERR = 2;

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(file, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return; // nobody reads it
    }
  }
}

function readInput(): string {
  try {
    return readFileSync(STDIN, "utf8");
  } catch {
    return ""; // closed, or a terminal that nothing comes from
  }
}
