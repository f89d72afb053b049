/** One line for one symbol: its kind, its whole name, and as much of its signature as there is room for. */
const COLUMNS = 100;

export interface TitledSymbol {
  readonly kind: string;
  /** Whole: `Class.method`; a module's is its path. */
  readonly name: string;
  readonly file: string;
}

/**
 * `method Cart.add(item: Item): this`. The path of a module stands elsewhere: its kind is all there is to say.
 * @param signature as it is written, with the simple name in it
 * @param columns that the line may take; a signature is cut at a parameter, never inside a word
 */
export function symbolTitle({ kind, name, file }: TitledSymbol, signature = "", columns = COLUMNS): string {
  if (name === file) return kind;
  const text = signature.replace(/\s+/g, " ");
  const simple = name.slice(name.lastIndexOf(".") + 1);
  const at = wordIn(text, simple);
  const asyncMark = /^(export )?async\b/.test(text) ? "async " : "";
  const title = `${asyncMark}${kind} ${name}`;
  const shown = shortSignature(`${title}${at < 0 ? "" : text.slice(at + simple.length)}`, columns);
  // The name stays whole, however long it is.
  return shown.startsWith(title) ? shown : `${title}${at < 0 ? "" : " …"}`;
}

/** Where a name stands as a word of its own; -1: nowhere. */
function wordIn(text: string, word: string): number {
  const isPart = (char: string | undefined) => char !== undefined && /[\w$]/.test(char);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isPart(text[at - 1]) && !isPart(text[at + word.length])) return at;
  }
  return -1;
}

/** Whole where it fits, else without the last parameters, else its beginning up to a whole word. @param text one line */
export function shortSignature(text: string, columns = COLUMNS): string {
  if (text.length <= columns) return text;
  const { commas, close } = parametersOf(text);
  for (const tail of [close < 0 ? "" : text.slice(close), ")"]) {
    const comma = commas.findLast((at) => at + 3 + tail.length <= columns);
    if (comma !== undefined) return `${text.slice(0, comma)}, …${tail}`;
  }
  return clipped(text, columns);
}

/** The beginning of a text up to a whole word. */
export function clipped(text: string, columns: number): string {
  if (text.length <= columns) return text;
  const space = text.lastIndexOf(" ", columns - 2);
  return space > 0 ? `${text.slice(0, space)} …` : text;
}

interface Parameters {
  /** The commas between them. */
  readonly commas: readonly number[];
  /** The bracket that closes the list; -1 where there is none. */
  readonly close: number;
}

/** Brackets, commas, and whole texts in quotes, which are passed over. */
const MARKS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|[()[\]{},]/g;
const DEPTHS: Readonly<Record<string, number>> = { "(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1 };

/** Of the first list in round brackets. */
function parametersOf(text: string): Parameters {
  const commas: number[] = [];
  const open = text.indexOf("(");
  let depth = 0;
  for (const { 0: mark, index } of open < 0 ? [] : text.slice(open).matchAll(MARKS)) {
    depth += DEPTHS[mark] ?? 0;
    if (depth === 0) return { commas, close: open + index };
    if (mark === "," && depth === 1) commas.push(open + index);
  }
  return { commas, close: -1 };
}
