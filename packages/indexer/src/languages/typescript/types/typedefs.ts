/** Types declared in JavaScript comments, in pass two. */
import { BRACED, plain } from "../declare/docs.js";
import type { Resolving } from "../resolving.js";
import type { Jsdoc } from "./jsdoc.js";

const PROPERTY = new RegExp(String.raw`@prop(?:erty)?\s+${BRACED}\s+\[?([\w$]+)(?![\w$.])`, "g");
const PARAM = new RegExp(String.raw`@(?:param|arg|argument)\s+${BRACED}`, "g");
/** Maximum number of properties stored per type. */
const MAX_PROPERTIES = 200;

/** Writes the content of the declared types. Call when the module's names are in force. */
export function writeTypedefs(state: Resolving, jsdoc: Jsdoc): void {
  const { file } = state;
  for (const typedef of file.typedefs) {
    if (typedef.symbol < 0) continue;
    const { types } = jsdoc.at(typedef.node);
    if (typedef.isCallback) {
      const parameters = [...typedef.body.matchAll(PARAM)].map(([, text = ""]) => plain(text));
      file.extraction.setType(typedef.symbol, types.callback(parameters));
      continue;
    }
    if (typedef.type !== "") file.extraction.setType(typedef.symbol, types.read(plain(typedef.type)));
    for (const [, text = "", name = ""] of [...typedef.body.matchAll(PROPERTY)].slice(0, MAX_PROPERTIES)) {
      const type = types.read(plain(text));
      if (type !== 0) state.addNamedField(typedef.symbol, file.names.of(name), { type });
    }
  }
}
