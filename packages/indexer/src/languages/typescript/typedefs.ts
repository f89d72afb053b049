/**
 * Types that JavaScript declares in comments: `@typedef` and `@callback` are symbols like any type, `@import` and a `@typedef` of nothing
 * but an import are names for what another file declares. All of them are offered to other files, as the compiler has it.
 */
import { SymbolFlag } from "@sdl/model";
import type { Declaring } from "./declaring.js";
import type { Jsdoc } from "./jsdoc.js";
import { BRACED, plain } from "./jsdoc-types.js";
import type { Resolving } from "./resolving.js";
import { Rank, Space } from "./scopes.js";
import type { TypescriptFile } from "./typescript-file.js";

const TAG = new RegExp(String.raw`@(typedef|callback)\s+(?:${BRACED}\s*)?([A-Za-z_$][\w$]*)`, "g");
const PROPERTY = new RegExp(String.raw`@prop(?:erty)?\s+${BRACED}\s+\[?([\w$]+)(?![\w$.])`, "g");
const PARAM = new RegExp(String.raw`@(?:param|arg|argument)\s+${BRACED}`, "g");
/** Types declared in one comment, and properties of one type. */
const MAX_TYPES = 40;
const MAX_PROPERTIES = 200;

/** Pass one on a comment of a script. */
export function declareTypedefs(state: Declaring, node: number): void {
  const { file, frame } = state;
  const { tree } = file;
  if (file.extraction.facts.language !== "javascript" || frame.nested || !declaresTypes(file)) return;
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

const declaring = new WeakMap<TypescriptFile, boolean>();

/** Whether any comment of the file may declare a type. */
function declaresTypes(file: TypescriptFile): boolean {
  const known = declaring.get(file);
  if (known !== undefined) return known;
  const { source } = file.tree;
  const found = source.includes("@typedef") || source.includes("@callback");
  declaring.set(file, found);
  return found;
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

/** Pass two: what the types are made of. Asked once the module's names are in force. */
export function describeTypedefs(state: Resolving, jsdoc: Jsdoc): void {
  const { file } = state;
  for (const typedef of file.typedefs) {
    if (typedef.symbol < 0) continue;
    const { types } = jsdoc.at(typedef.node);
    if (typedef.isCallback) {
      const parameters = [...typedef.body.matchAll(PARAM)].map(([, text = ""]) => plain(text));
      setType(state, typedef.symbol, types.callback(parameters));
      continue;
    }
    if (typedef.type !== "") setType(state, typedef.symbol, types.read(plain(typedef.type)));
    for (const [, text = "", name = ""] of [...typedef.body.matchAll(PROPERTY)].slice(0, MAX_PROPERTIES)) {
      const type = types.read(plain(text));
      if (type !== 0) state.addNamedField(typedef.symbol, file.names.of(name), { type });
    }
  }
}

function setType(state: Resolving, symbol: number, type: number): void {
  if (type !== 0) state.file.extraction.setType(symbol, type);
}
