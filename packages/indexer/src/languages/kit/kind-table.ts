/** Tables by kind number: what a walk does at a row is one read away. */

/** A small code for each kind listed; 0 for all others. A kind that the grammar lacks has the number -1 and is left out. */
export function kindTable(codes: Iterable<readonly [kind: number, code: number]>): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (const [kind, code] of codes) if (kind >= 0) table[kind] = code;
  return table;
}

/** The place of each kind's handler in `Object.values(handlers)`, counted from 1. @param kinds numbers by name */
export function handlerPlaces<Name extends string>(
  kinds: { readonly [N in Name]: number },
  handlers: { readonly [N in Name]?: unknown },
): Uint8Array {
  return kindTable(Object.keys(handlers).map((name, place) => [kinds[name as Name], place + 1]));
}
