/**
 * Process of `sdl augment`: reads a hook's event from standard input and answers on standard output. Whatever fails,
 * the agent's tool must go on: the exit code is always 0, and `--verbose` reports on standard error why nothing was
 * added.
 */

import { Buffer } from "node:buffer";
import { readFileSync, writeSync } from "node:fs";
import process from "node:process";
import { augment } from "@sdl/engine/augment";

/** @param options options of the command */
export function runAugment(options: readonly string[]): void {
  const isVerbose = options.includes("--verbose") || options.includes("-v");
  const answer = augment(readInput(), {
    cwd: process.cwd(),
    env: process.env,
    ...(isVerbose
      ? { onNothingAdded: (reason: string) => writeAll(STDERR, Buffer.from(`sdl augment: ${reason}\n`)) }
      : {}),
  });
  // Writes to the descriptor directly: loading streams takes longer than finding the answer.
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
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return; // the reader has closed the pipe
    }
  }
}

function readInput(): string {
  try {
    return readFileSync(STDIN, "utf8");
  } catch {
    return ""; // standard input is closed, or a terminal without input
  }
}
