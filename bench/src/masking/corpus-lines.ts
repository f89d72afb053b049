/** What masking finds in real source, where hardly anything is secret: by rule, with examples. */
import process from "node:process";
import { findSecrets } from "@sdl/engine";
import { discoverFiles, readSource } from "@sdl/indexer";

export interface CorpusHits {
  readonly lines: number;
  readonly units: number;
  /** CPU time of masking alone, in milliseconds. */
  readonly cpuMs: number;
  readonly byRule: ReadonlyMap<string, readonly string[]>;
}

/** These find what they are meant to find wherever it stands, made up or not: private addresses, keys, passwords in URLs. */
export const TRUE_BY_FORM: ReadonlySet<string> = new Set(["private-ip", "private-key", "url-password", "jwt"]);

export function findInCorpus(root: string): CorpusHits {
  const byRule = new Map<string, string[]>();
  let lines = 0;
  let units = 0;
  let cpuMs = 0;
  for (const { path } of discoverFiles(root).files) {
    const read = readSource(root, path);
    if (read?.status !== "source") continue;
    lines += read.text.split("\n").length;
    units += read.text.length;
    const started = process.cpuUsage();
    const found = findSecrets(read.text);
    cpuMs += process.cpuUsage(started).user / 1000;
    for (const { rule, start, end } of found) {
      const lineStart = read.text.lastIndexOf("\n", start) + 1;
      const excerpt = `${path}: ${read.text.slice(Math.max(lineStart, start - 80), end)}`.replaceAll("\n", "⏎");
      byRule.set(rule, [...(byRule.get(rule) ?? []), excerpt.slice(0, 200)]);
    }
  }
  return { lines, units, cpuMs, byRule };
}
