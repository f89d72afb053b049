/** Generated repositories of any size. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { canonicalDump, openLedger } from "@sdl/graph";
import { onTestFinished } from "vitest";

/** Folders of a generated repository. */
export interface Generated {
  readonly root: string;
  readonly home: string;
  readonly store: string;
}

/** Generates TypeScript files that import each other in a ring; removed when the test ends. */
export function generateRepository(files: number, functions = 20): Generated {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-generated-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, "generated");
  mkdirSync(root);
  for (let i = 0; i < files; i++) writeFileSync(join(root, `file${i}.ts`), sourceOf(i, files, functions));
  return { root, home: join(folder, "home"), store: join(folder, "store") };
}

function sourceOf(file: number, files: number, functions: number): string {
  const next = (file + 1) % files;
  const lines = [`import { work${next}x0 } from "./file${next}";`];
  for (let i = 0; i < functions; i++) {
    lines.push(`/** Step ${i} of file ${file}. */`, `export function work${file}x${i}(input: number): number {`);
    lines.push(
      `  const doubled = input * ${i + 2};`,
      "  if (doubled > 100) return doubled;",
      `  return work${next}x0(doubled);`,
      "}",
    );
  }
  return `${lines.join("\n")}\n`;
}

/** Reads the dump and the facts keys of a store. */
export async function readStore(store: string): Promise<{ readonly dump: string; readonly factsKeys: number }> {
  const ledger = openLedger({ directory: store, mode: "read" });
  try {
    const snapshot = ledger.snapshot();
    const dump = [...canonicalDump(snapshot)].join("\n");
    snapshot.close();
    return { dump, factsKeys: ledger.factsKeys().length };
  } finally {
    await ledger.close();
  }
}
