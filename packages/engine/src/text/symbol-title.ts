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
  return shortSignature(`${asyncMark}${kind} ${name}${at < 0 ? "" : text.slice(at + simple.length)}`, columns);
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

/** Of the first list in round brackets; text in quotes is passed over. */
function parametersOf(text: string): Parameters {
  const commas: number[] = [];
  let depth = 0;
  let quote = "";
  for (let at = text.indexOf("("); at >= 0 && at < text.length; at++) {
    const char = text[at] ?? "";
    if (quote !== "") {
      if (char === quote && text[at - 1] !== "\\") quote = "";
    } else if (`"'\``.includes(char)) quote = char;
    else if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) {
      depth--;
      if (depth === 0) return { commas, close: at };
    } else if (char === "," && depth === 1) commas.push(at);
  }
  return { commas, close: -1 };
}
