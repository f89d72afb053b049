/** Address of a symbol in texts, which every parameter that takes a symbol accepts. */
import { placeText } from "@sdl/model/paths";

/** A symbol as answers list it. */
export interface AddressedSymbol {
  readonly file: string;
  readonly line: number;
  /** Qualified name: `Class.method`. */
  readonly name: string;
  readonly kind?: string;
}

/** `path:line`; for a module symbol only the path, because its line is that of the file's first symbol. */
export function addressOf({ file, line, name }: AddressedSymbol): string {
  return name === file ? file : placeText(file, line);
}

/** `path#name` if another symbol of the list has the same line. */
export function uniqueAddress(symbol: AddressedSymbol, others: readonly AddressedSymbol[]): string {
  const address = addressOf(symbol);
  const isShared = others.filter((other) => addressOf(other) === address).length > 1;
  return isShared ? `${symbol.file}#${symbol.name}` : address;
}
