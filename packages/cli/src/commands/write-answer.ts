/** Output of a command's answer: JSON if `--json` is given, text otherwise. */
import type { Answer } from "@sdl/engine";
import { COMMAND_STYLE } from "../render/command-style.js";
import { formatIds } from "../render/ids.js";
import { writeJson } from "../render/json.js";
import { paintText } from "../render/paint.js";
import type { Session } from "../session.js";
import type { Terminal } from "../terminal.js";

/** Writes an answer as JSON or as `render` words it. */
export function writeAnswer<Found extends object>(
  { terminal, options }: Session,
  answer: Found,
  render: (answer: Found, terminal: Terminal) => string,
): void {
  if (options.json === true) writeJson(terminal, answer);
  else terminal.out(render(answer, terminal));
}

/** Writes an action's answer in the text that every client gets. */
export function writeText(
  session: Session,
  action: { text(answer: Answer, style: typeof COMMAND_STYLE): string },
  answer: object,
): void {
  const ids = (found: object) => (session.options.ids === true ? formatIds(found) : "");
  const text = (found: object, { style }: Terminal) =>
    paintText(action.text(found as Answer, COMMAND_STYLE), style) + ids(found);
  writeAnswer(session, answer, text);
}
