/** How a text names one symbol, so that every parameter that takes a symbol finds it again. */

export interface AddressedSymbol {
  readonly file: string;
  readonly line: number;
  /** Whole: `Class.method`. */
  readonly name: string;
  readonly kind?: string;
}

/** `path:line`; of a file's module, which shares its line with what it begins with, the path alone. */
export function addressOf({ file, line, name }: AddressedSymbol): string {
  return name === file ? file : `${file}:${line}`;
}

/** `path#name` where another of the list stands on the same line. */
export function addressAmong(symbol: AddressedSymbol, others: readonly AddressedSymbol[]): string {
  const address = addressOf(symbol);
  const isShared = others.filter((other) => addressOf(other) === address).length > 1;
  return isShared ? `${symbol.file}#${symbol.name}` : address;
}
