/**
 * Index from git blobs to facts: a commit is indexed without reading content that was indexed before, and a tree is
 * compared by blob ids alone. A pure function of content, stored as lines in a file beside the ledger. The file may be
 * lost or truncated at any time: missing entries are computed again.
 */
import { rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { familyDirectory, makeFolder } from "@sdl/graph";
import { EXTRACTOR_VERSION } from "@sdl/indexer";
import { FACT_LANGUAGES, LANGUAGE_CODE, type Language } from "@sdl/model";
import { componentName } from "@sdl/model/paths";
import { hash32 } from "@sdl/model/text";
import { appendOwnFile, readOwnFile, statOwnFile } from "../machine/own-file.js";

/** Facts of a blob extracted in one language. */
export interface BlobFacts {
  /** Address of the facts, 32 hex digits. The facts may have been pruned since. */
  readonly factsKey: string;
  readonly isGenerated: boolean;
  readonly sizeBytes: number;
}

interface BlobRow extends BlobFacts {
  readonly blob: string;
  readonly language: Language;
  /** Repository-relative; only a component's name counts. */
  readonly path: string;
}

/** A file with such a name may be minified even if the same content under another name was not. */
const MINIFIED_NAME = /[.-]min\.[mc]?js$/;
const ROW = /^([0-9a-f]{40,64}) (\d+) ([01]) (\d+) ([0-9a-f]{32}) ([0-9a-f]+)$/;
/** Size at which the file starts over: some hundred thousand rows. */
const MAX_BYTES = 32 * 1024 * 1024;
/** A file that outgrew that size by its last rows is still read. */
const MAX_READ_BYTES = 2 * MAX_BYTES;

/** Looks up and stores facts of blobs. */
export class BlobIndex {
  private readonly facts = new Map<string, BlobFacts>();
  private readonly sizeOfBlob = new Map<string, number>();
  private readonly path: string;
  private readBytes = -1;

  /** @param storeDirectory the ledger's folder */
  constructor(storeDirectory: string) {
    this.path = join(familyDirectory(storeDirectory), "git", "blobs");
  }

  /** The facts of a blob. Entries never change, so the file is looked at again only for unknown ones. */
  find(blob: string, file: { readonly path: string; readonly language: Language }): BlobFacts | undefined {
    if (MINIFIED_NAME.test(file.path)) return undefined;
    const key = keyOf(blob, file);
    const known = this.facts.get(key);
    if (known !== undefined) return known;
    this.load();
    return this.facts.get(key);
  }

  /** Sizes of the blobs known now: the file is looked at once, however many are asked for. */
  sizes(): (blob: string) => number | undefined {
    this.load();
    return (blob) => this.sizeOfBlob.get(blob);
  }

  /** Stores rows, on disk if possible. */
  add(rows: readonly BlobRow[]): void {
    this.load();
    const fresh = rows.filter((row) => !this.facts.has(keyOf(row.blob, row)));
    if (fresh.length === 0) return;
    for (const row of fresh) this.keep(row);
    this.append(fresh.map(rowText).join(""));
  }

  /** Reads what was appended to the file, perhaps by another process. */
  private load(): void {
    const size = statOwnFile(this.path)?.size ?? 0;
    if (size === this.readBytes) return;
    this.readBytes = size;
    if (size === 0) return;
    let isCurrent = true;
    for (const line of this.readText().split("\n")) {
      if (line.startsWith("#")) isCurrent = line === header();
      else if (isCurrent) this.keepLine(line);
    }
  }

  private readText(): string {
    try {
      return readOwnFile(this.path, MAX_READ_BYTES).toString("latin1");
    } catch {
      return "";
    }
  }

  private keepLine(line: string): void {
    const [, blob, code, generated, size, factsKey, check] = ROW.exec(line) ?? [];
    if (blob === undefined || factsKey === undefined || checkOf(line.slice(0, line.lastIndexOf(" "))) !== check) return;
    const known = { factsKey, isGenerated: generated === "1", sizeBytes: Number(size) };
    this.facts.set(`${blob} ${code}`, known);
    this.sizeOfBlob.set(blob, known.sizeBytes);
  }

  private keep({ blob, language, path, ...known }: BlobRow): void {
    this.facts.set(keyOf(blob, { language, path }), known);
    this.sizeOfBlob.set(blob, known.sizeBytes);
  }

  /** Appends to the file. A full or read-only medium only costs time later. */
  private append(text: string): void {
    try {
      makeFolder(dirname(this.path));
      if (this.readBytes > MAX_BYTES) rmSync(this.path);
      // Every process writes a header first: rows of another program version end there.
      appendOwnFile(this.path, `${header()}\n${text}`);
      this.readBytes = statSync(this.path).size;
    } catch {
      return;
    }
  }
}

function header(): string {
  return `# sdl blobs 1 ${EXTRACTOR_VERSION}`;
}

/** The blob, and a number of what its facts depend on besides: the language, and the name of a component. */
function keyOf(blob: string, { language, path }: { readonly language: Language; readonly path: string }): string {
  const name = componentName(language, path);
  return `${blob} ${LANGUAGE_CODE[language] + (name === "" ? 0 : FACT_LANGUAGES.length * hash32(name))}`;
}

function rowText({ blob, language, path, isGenerated, sizeBytes, factsKey }: BlobRow): string {
  const text = `${keyOf(blob, { language, path })} ${isGenerated ? 1 : 0} ${sizeBytes} ${factsKey}`;
  return `${text} ${checkOf(text)}\n`;
}

function checkOf(text: string): string {
  return hash32(text).toString(16);
}
