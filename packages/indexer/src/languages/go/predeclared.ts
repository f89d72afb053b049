/** Names that the language declares. */

const names = (text: string): ReadonlySet<string> => new Set(text.split(" "));

export const PREDECLARED_TYPES = names(
  "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr",
);

/** Those that packages hardly ever declare themselves: younger ones are looked for in the package first. */
export const PREDECLARED_FUNCTIONS = names(
  "append cap close complex copy delete imag len make new panic print println real recover",
);
