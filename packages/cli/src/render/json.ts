/** JSON output: indented for people, one line for programs. */
import type { Terminal } from "../terminal.js";

/** Writes an answer to standard output, with a newline. */
export function writeJson(terminal: Terminal, answer: object): void {
  terminal.out(`${terminal.isInteractive ? JSON.stringify(answer, null, 2) : JSON.stringify(answer)}\n`);
}
