/** Script blocks of component files: which language they are in, and how a parser reads them. Knows no format. */
import type { GrammarLanguage } from "@sdl/model/facts";
import type { Blanked } from "./blanked.js";
import { attributeText, type Tag } from "./markup/tags.js";

/** Types of scripts that hold code; other ones hold data or templates. */
const CODE_TYPE = /^(?:module|(?:text|application)\/(?:javascript|ecmascript|typescript)|)$/;

/** The language of a script block; `undefined` if it holds no code. */
export function scriptLanguage(source: string, tag: Tag): GrammarLanguage | undefined {
  if (!CODE_TYPE.test(attributeText(source, tag, "type") ?? "")) return undefined;
  const lang = attributeText(source, tag, "lang") ?? "js";
  if (/^(?:ts|typescript)$/.test(lang)) return "typescript";
  if (/^[jt]sx$/.test(lang)) return "tsx";
  return /^(?:js|javascript|)$/.test(lang) ? "javascript" : undefined;
}

/** The language that a parser reads all blocks of a file in: the first that can express the others. */
export function commonLanguage(languages: readonly GrammarLanguage[]): GrammarLanguage {
  return languages.find((language) => language !== "javascript") ?? "javascript";
}

/** Keeps a block's code, or the import that its attribute `src` stands for. @param end offset of the closing tag */
export function keepScript(out: Blanked, tag: Tag, end: number): void {
  const src = tag.attributes.find(({ name, quote }) => name === "src" && quote !== "");
  if (src !== undefined && src.valueEnd > src.valueStart) {
    out.put(tag.start, ";import");
    out.keep(src.valueStart - 1, src.valueEnd + 1);
    return;
  }
  // The code before and the block's last statement may lack their semicolons.
  out.put(tag.start, ";");
  out.keep(tag.end, end);
  out.put(end, ";");
}
