/** Full text of declarations. The facts truncate long ones, so that a difference could be invisible. */
import type { Param, Signature } from "@sdl/model/graph";

/** The signature's text; if the facts truncated it, a text composed of its parts. */
export function wholeDeclaration(signature: Signature): string {
  const { text, params, returns } = signature;
  const open = text.indexOf("(");
  if (params === undefined || open < 0 || !isCut(text.slice(open), returns)) return text;
  const isPython = /\bdef /.test(text.slice(0, open));
  const list = params.map((param) => paramText(param, isPython)).join(", ");
  const result = returns === undefined ? "" : isPython ? ` -> ${returns}` : `: ${returns}`;
  return `${text.slice(0, open)}(${list})${result}`;
}

/** Whether a signature's text was truncated: a bracket is not closed, or the result type is incomplete. */
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
