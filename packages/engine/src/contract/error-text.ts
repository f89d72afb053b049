/** Text form of errors: code, message, hint, candidates, and the call to make. */
import { placeText } from "@sdl/model/paths";
import { withoutRefusedCalls } from "../text/finished-text.js";
import { textOf, wrapText } from "../text/layout.js";
import type { TextStyle } from "./answer-form.js";
import type { ErrorAnswer } from "./error-answer.js";

/** Maximum candidates listed. */
const MAX_CANDIDATES = 5;

/** Words an error as text for a client, in the client's names of tools. */
export function errorText(error: ErrorAnswer, style: TextStyle): string {
  const { code, message, hint, nextBestAction } = error;
  const said = `${message} ${hint ?? ""}`;
  const candidates = (error.candidates ?? []).filter((one) => typeof one !== "string" || !said.includes(one));
  const text = textOf([
    ...wrapText(`${code}: ${style.words(message)}`),
    ...(hint === undefined ? [] : wrapText(style.words(hint))),
    ...candidates.slice(0, MAX_CANDIDATES).map((candidate) => `  ${candidateText(candidate, style)}`),
    ...(nextBestAction === undefined ? [] : [nextLine(nextBestAction, style)]),
  ]);
  return withoutRefusedCalls(text);
}

function nextLine({ tool, args, rationale }: NonNullable<ErrorAnswer["nextBestAction"]>, style: TextStyle): string {
  return `Next: ${style.call(tool, { ...args })}  ${style.words(rationale)}`;
}

/** A symbol as `path:line` with its kind and name; any other candidate as text. */
function candidateText(candidate: unknown, style: TextStyle): string {
  if (typeof candidate !== "object" || candidate === null) return style.words(String(candidate));
  const { file, line, kind, name } = candidate as Readonly<Record<string, unknown>>;
  const place = typeof line === "number" ? placeText(String(file), line) : String(file);
  const rest = [kind, name].filter((part) => part !== undefined).join(" ");
  return file === undefined ? JSON.stringify(candidate) : `${place}  ${rest}`;
}
