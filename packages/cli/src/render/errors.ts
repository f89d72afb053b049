/** Text of an error for a person: the problem, the candidates, and what to type next. */
import { type ErrorAnswer, placeText } from "@sdl/engine";
import type { Style } from "../terminal.js";
import { commandCall } from "./command-style.js";

/** Words an error in one or more lines, with a newline at the end. */
export function renderError(error: ErrorAnswer, style: Style): string {
  const lines = [`${style.red("error")} ${style.dim(`[${error.code}]`)} ${error.message}`];
  for (const candidate of error.candidates ?? []) lines.push(`  ${renderCandidate(candidate)}`);
  if (error.hint !== undefined) lines.push(style.dim(error.hint));
  const command = nextCommand(error);
  // Skipped if the message names the command already.
  if (command !== undefined && !error.message.includes(command)) lines.push(`Try: ${style.bold(command)}`);
  return `${lines.join("\n")}\n`;
}

function renderCandidate(candidate: unknown): string {
  if (typeof candidate !== "object" || candidate === null) return String(candidate);
  const { kind, name, file, line }: Readonly<Record<string, unknown>> = { ...candidate };
  if (typeof file !== "string") return JSON.stringify(candidate);
  return `${typeof line === "number" ? placeText(file, line) : file}  ${String(kind)} ${String(name)}`;
}

/** The error's next action as a command. */
function nextCommand({ nextBestAction }: ErrorAnswer): string | undefined {
  return nextBestAction && commandCall(nextBestAction.tool, { ...nextBestAction.args });
}
