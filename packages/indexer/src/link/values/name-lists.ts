/** Tables of names of libraries: words of a text, and last parts of dotted names. */

/** The words of a text. */
export function names(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** The last part of a dotted name: `get` of `Model.objects.get`. */
export function lastName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
