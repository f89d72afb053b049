/**
 * Types declared in JavaScript comments, in pass one: `@typedef` and `@callback` become symbols like any type;
 * `@import`, and a `@typedef` of only an import, name what another file declares. All are visible to other files, as in
 * the TypeScript compiler.
 */
import { SymbolFlag } from "@sdl/model";
import { Rank, Space } from "../scopes.js";
import type { Declaring } from "./declaring.js";
import { BRACED, plain } from "./docs.js";

const TAG = new RegExp(String.raw`@(typedef|callback)\s+(?:${BRACED}\s*)?([A-Za-z_$][\w$]*)`, "g");
/** Maximum number of types read per comment. */
const MAX_TYPES = 40;

/** Declares the types in a comment of a script. */
export function declareTypedefs(state: Declaring, node: number): void {
  const { file, frame } = state;
  const { tree } = file;
  if (frame.nested || !file.hasTypedefs) return;
  const start = tree.start[node] ?? 0;
  if (!tree.source.startsWith("/**", start)) return;
  const text = tree.source.slice(start, tree.end[node] ?? 0);
  if (!text.includes("@typedef") && !text.includes("@callback")) return;
  const tags = [...text.matchAll(TAG)].slice(0, MAX_TYPES);
  tags.forEach((tag, at) => {
    const [, kind = "", type = "", name = ""] = tag;
    const body = text.slice(tag.index + tag[0].length, tags[at + 1]?.index ?? text.length);
    const isName = /^\s*import\([^)]*\)(?:\.[\w$]+)*\s*$/.test(type);
    const symbol = isName ? -1 : addTypedef(state, node, name, type);
    file.typedefs.push({ name, symbol, node, type, body, isCallback: kind === "callback" });
  });
}

function addTypedef(state: Declaring, node: number, name: string, type: string): number {
  const { file } = state;
  const symbol = state.addSymbol({
    node,
    nameNode: node,
    name,
    kind: "type",
    flags: SymbolFlag.Exported,
    visibility: "exported",
    signature: `type ${name}${type === "" || /^[Oo]bject$/.test(type.trim()) ? "" : ` = ${plain(type)}`}`,
    doc: "",
  });
  file.scopes[0]?.add({
    kind: 0,
    name: file.names.of(name),
    space: Space.Type,
    target: symbol,
    node,
    declaration: node,
    rank: Rank.Interface,
  });
  return symbol;
}
