/** Fetches a corpus and checks that it is the recorded one. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { CORPORA_FOLDER } from "../paths.js";
import type { Corpus, CorpusPart } from "./list.js";
import { checkRecord, type Recording } from "./record.js";
import { downloadDebian, downloadNpm, unpackDebian, unpackNpm } from "./tools.js";

/**
 * Fetches a corpus unless it is here already. A corpus of one part is that part; of several, a folder for each. A
 * Python package stays in a folder of its name, under which it imports itself.
 * @returns its root
 * @throws {Unavailable} if a registry's client is missing or lacks a version @throws {Error} if the content is not the
 * recorded one
 */
export function fetchCorpus(corpus: Corpus, recording: Recording): string {
  const root = join(CORPORA_FOLDER, corpus.name);
  if (!existsSync(root)) assembleCorpus(corpus, root);
  checkRecord(corpus.name, root, recording);
  return root;
}

function assembleCorpus({ name, parts }: Corpus, root: string): void {
  mkdirSync(CORPORA_FOLDER, { recursive: true });
  const made = mkdtempSync(join(CORPORA_FOLDER, `.${name}-`));
  try {
    for (const part of parts) {
      const folder = parts.length === 1 ? "all" : part.name.replace("@", "").replace("/", "-");
      addPart(part, join(made, "unpacked"), join(made, "corpus", folder));
    }
    renameSync(parts.length === 1 ? join(made, "corpus", "all") : join(made, "corpus"), root);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

function addPart(part: CorpusPart, scratch: string, target: string): void {
  const downloads = join(CORPORA_FOLDER, ".downloads");
  if (part.from === "npm") unpackNpm(downloadNpm(part, downloads), scratch);
  else unpackDebian(downloadDebian(part, downloads), scratch);
  const kept = part.from === "npm" ? part.keep.map((path) => [path, path]) : [[part.folder, basename(part.folder)]];
  for (const [from = "", to = ""] of kept) {
    mkdirSync(dirname(join(target, to)), { recursive: true });
    cpSync(join(scratch, from), join(target, to), { recursive: true, verbatimSymlinks: true });
  }
  for (const [path, text] of Object.entries(part.from === "npm" ? (part.add ?? {}) : {})) {
    writeFileSync(join(target, path), text);
  }
  rmSync(scratch, { recursive: true, force: true });
}
