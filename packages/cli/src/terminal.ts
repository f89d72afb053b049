/** Output of a command: results go to `out`, everything else to `err`. */
import process from "node:process";

/** Streams, style and width of the output, and standard input. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  readonly style: Style;
  /** Whether a person watches: then progress is redrawn in place. */
  readonly isInteractive: boolean;
  /** Whether results are read on a terminal, not in a file or by a program. */
  readonly isOutTerminal: boolean;
  readonly columns: number;
  readStdin(): Promise<string>;
}

/** Functions that colour text, or return it unchanged. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  cyan(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  red(text: string): string;
}

const DEFAULT_COLUMNS = 100;

/** The terminal of this process, with colours unless the environment or a pipe forbids them. */
export function processTerminal(env: Readonly<Record<string, string | undefined>>): Terminal {
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    style: wantsColour(env) ? COLOURED : PLAIN,
    isInteractive: process.stderr.isTTY === true && !env["CI"],
    isOutTerminal: process.stdout.isTTY === true,
    columns: process.stdout.columns ?? DEFAULT_COLUMNS,
    readStdin,
  };
}

/** https://no-color.org: a value that is not empty switches colours off. */
function wantsColour(env: Readonly<Record<string, string | undefined>>): boolean {
  return process.stdout.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

async function readStdin(): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function makeColourFunction(open: number, close: number): (text: string) => string {
  return (text) => `\u001b[${open}m${text}\u001b[${close}m`;
}

const COLOURED: Style = {
  bold: makeColourFunction(1, 22),
  dim: makeColourFunction(2, 22),
  cyan: makeColourFunction(36, 39),
  green: makeColourFunction(32, 39),
  yellow: makeColourFunction(33, 39),
  red: makeColourFunction(31, 39),
};

const same = (text: string) => text;

/** A style without colours. */
export const PLAIN: Style = { bold: same, dim: same, cyan: same, green: same, yellow: same, red: same };
