/** Declarations in full: facts cut the text of a long one, which then would not show what differs. */
import type { Param, Signature } from "@sdl/model/graph";

/** The signature's text, or one made of its parts if the text was cut. */
export function wholeDeclaration(signature: Signature): string {
  const { text, params, returns } = signature;
  const open = text.indexOf("(");
  if (params === undefined || open < 0 || !isCut(text.slice(open), returns)) return text;
  const isPython = /\bdef /.test(text.slice(0, open));
  const list = params.map((param) => paramText(param, isPython)).join(", ");
  const result = returns === undefined ? "" : isPython ? ` -> ${returns}` : `: ${returns}`;
  return `${text.slice(0, open)}(${list})${result}`;
}

/** Whether a bracket stays open, or the result is not there in full. */
function isCut(text: string, returns: string | undefined): boolean {
  let depth = 0;
  for (const char of text) {
    if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) depth--;
  }
  return depth > 0 || (returns !== undefined && !text.endsWith(returns));
}

function paramText({ name, type, optional, default: preset }: Param, isPython: boolean): string {
  const mark = optional === true && preset === undefined && !isPython ? "?" : "";
  const typed = type === undefined ? "" : `: ${type}`;
  return `${name}${mark}${typed}${preset === undefined ? "" : ` = ${preset}`}`;
}
