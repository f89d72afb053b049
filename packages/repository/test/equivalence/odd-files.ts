/** Odd files: files that are skipped, by their stat alone or by their bytes, in every order with a source of the same path. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import process from "node:process";
import { DEFAULT_MAX_FILE_BYTES } from "@sdl/indexer";

type Maker = (path: string) => void;

const MAKERS: readonly Maker[] = [
  (path) => writeFileSync(path, "export const odd = 1;\n"),
  (path) => {
    writeFileSync(path, "");
    truncateSync(path, DEFAULT_MAX_FILE_BYTES + 1);
  },
  (path) => symlinkSync("index.ts", path),
  (path) => symlinkSync("/nowhere/at/all.ts", path),
  (path) => mkdirSync(path),
  (path) => writeFileSync(path, Buffer.alloc(1000)),
  (path) => writeFileSync(path, `export const odd = [${"1,".repeat(6000)}];\n`),
  ...(process.platform === "win32" ? [] : [(path: string) => void execFileSync("mkfifo", [path])]),
];

/** Number of kinds that {@link makeOddFile} accepts. */
export const ODD_KINDS = MAKERS.length;

/** Replaces the entry at `path`. @param kind below {@link ODD_KINDS}; other numbers only remove the entry */
export function makeOddFile(path: string, kind: number): void {
  rmSync(path, { recursive: true, force: true });
  MAKERS[kind]?.(path);
}
