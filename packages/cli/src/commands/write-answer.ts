/** What a command found, as JSON where that is asked for, else for people. */
import { writeJson } from "../render/json.js";
import type { Session } from "../session.js";
import type { Terminal } from "../terminal.js";

export function writeAnswer<Answer extends object>(
  { terminal, options }: Session,
  answer: Answer,
  render: (answer: Answer, terminal: Terminal) => string,
): void {
  if (options.json === true) writeJson(terminal, answer);
  else terminal.out(render(answer, terminal));
}
