/** Keys of TOML and INI: sections in brackets, then `key = value`. */
import type { KeyList } from "./key-list.js";

/** Adds the keys of a TOML or INI text to `keys`. */
export function readSectionKeys(text: string, keys: KeyList): void {
  const reader = new SectionReader(keys);
  text.split(/\r?\n/).forEach((row, index) => {
    reader.readRow(row, index + 1);
  });
}

class SectionReader {
  private section: readonly (string | undefined)[] = [];
  /** Quotes that close the current multi-line string. */
  private closing: string | undefined;

  constructor(private readonly keys: KeyList) {}

  readRow(row: string, line: number): void {
    if (this.closing !== undefined) {
      if (row.includes(this.closing)) this.closing = undefined;
    } else if (/^\s*\[/.test(row)) this.takeSection(row, line);
    else this.takeKey(row, line);
  }

  /** Reads a section header. A repeatable section, `[[name]]`, is a list. */
  private takeSection(row: string, line: number): void {
    const header = /^\s*\[([^[\]]*)\]/.exec(row)?.[1];
    this.section = header === undefined ? [undefined] : sectionParts(header);
    const name = this.section.at(-1);
    if (name !== undefined) this.keys.add(this.section.slice(0, -1), name, line);
  }

  private takeKey(row: string, line: number): void {
    const [, written, value = ""] = /^\s*([\w"'.-]+)\s*[=:](.*)$/.exec(row) ?? [];
    if (written === undefined) return;
    const names = sectionParts(written);
    if (this.keys.acceptsDepth(this.section.length + names.length))
      this.keys.add([...this.section, ...names.slice(0, -1)], names.at(-1) ?? "", line);
    const [, quotes, rest = ""] = /^\s*("""|''')(.*)$/.exec(value) ?? [];
    if (quotes !== undefined && !rest.includes(quotes)) this.closing = quotes;
  }
}

function sectionParts(written: string): string[] {
  return written.split(".").map((part) => part.trim().replace(/^["']|["']$/g, ""));
}
