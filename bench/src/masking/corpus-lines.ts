/** Findings of masking in real source, which contains hardly any secrets: by rule, with examples. */
import process from "node:process";
import { createMasker, type FoundSecret, findSecrets } from "@sdl/engine";
import { discoverFiles, type ParseEngine, readSource, sourceSecrets } from "@sdl/indexer";
import type { Language } from "@sdl/model";

/** Findings in one corpus. */
export interface CorpusHits {
  readonly lines: number;
  readonly units: number;
  /** Milliseconds of CPU time of masking alone. */
  readonly cpuMs: number;
  readonly byRule: ReadonlyMap<string, readonly string[]>;
}

/** Rules whose findings are correct wherever they occur: private addresses, keys, passwords in URLs. */
export const TRUE_BY_FORM: ReadonlySet<string> = new Set([
  "private-ip",
  "private-key",
  "url-password",
  "url-key",
  "jwt",
]);

/** Name for findings by syntax that no text rule finds. */
const BY_SYNTAX = "named-literal";

/** Masks every source file of a folder. @param engine with the grammars of all languages */
export function findInCorpus(root: string, engine: ParseEngine): CorpusHits {
  const byRule = new Map<string, string[]>();
  let lines = 0;
  let units = 0;
  let cpuMs = 0;
  for (const { path, language } of discoverFiles(root).files) {
    const read = readSource(root, path);
    if (read?.status !== "source") continue;
    lines += read.text.split("\n").length;
    units += read.text.length;
    const started = process.cpuUsage();
    const found = findSecrets(read.text);
    cpuMs += process.cpuUsage(started).user / 1000;
    for (const { rule, start, end } of [...found, ...foundBySyntax(engine, { language, text: read.text }, found)]) {
      const lineStart = read.text.lastIndexOf("\n", start) + 1;
      const excerpt = `${path}: ${read.text.slice(Math.max(lineStart, start - 80), end)}`.replaceAll("\n", "⏎");
      byRule.set(rule, [...(byRule.get(rule) ?? []), excerpt.slice(0, 200)]);
    }
  }
  return { lines, units, cpuMs, byRule };
}

function foundBySyntax(
  engine: ParseEngine,
  source: { readonly language: Language; readonly text: string },
  known: readonly FoundSecret[],
): FoundSecret[] {
  return sourceSecrets(engine, source, createMasker())
    .filter(({ start, end }) => !known.some((one) => one.start <= start && end <= one.end))
    .map((span) => ({ ...span, rule: BY_SYNTAX }));
}
