/** Keys of YAML's block style, by indentation. Content of lists has no key; block scalars are skipped. */
import type { KeyList } from "./key-list.js";

const KEY = /^ *(?:"([^"\n]*)"|'([^'\n]*)'|([\w$.-]+)) *:(?: +(.*))?$/s;

/** Adds the keys of a YAML text to `keys`. */
export function readYamlKeys(text: string, keys: KeyList): void {
  const reader = new YamlReader(keys);
  text.split(/\r?\n/).forEach((row, index) => {
    const indent = row.search(/[^ ]/);
    if (indent >= 0) reader.readRow(row, indent, index + 1);
  });
}

class YamlReader {
  private readonly above: { readonly indent: number; readonly name: string | undefined }[] = [];
  /** Indentation of the key whose block scalar is being skipped; -1 outside of one. */
  private blockIndent = -1;

  constructor(private readonly keys: KeyList) {}

  readRow(row: string, indent: number, line: number): void {
    if (this.blockIndent >= 0 && indent > this.blockIndent) return;
    this.blockIndent = -1;
    while ((this.above.at(-1)?.indent ?? -1) >= indent) this.above.pop();
    const [, double, single, bare, value = ""] = KEY.exec(row) ?? [];
    const name = double ?? single ?? bare;
    if (name === undefined) {
      if (row.startsWith("-", indent)) this.above.push({ indent, name: undefined });
      return;
    }
    if (this.keys.acceptsDepth(this.above.length + 1)) {
      const around = this.above.map((outer) => outer.name);
      this.keys.add(around, name, line);
    }
    this.above.push({ indent, name });
    if (/^[|>]/.test(value)) this.blockIndent = indent;
  }
}
