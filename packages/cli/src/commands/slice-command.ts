/** `sdl slice`: prints the code that a task needs. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { SdlError, sliceBuild } from "@sdl/engine";
import type { Session } from "../session.js";
import { type QueryOptions, runAndPrint } from "./query-commands.js";

/** Options of `sdl slice`; `cards` and `tokens` bound the answer. */
export interface SliceOptions extends QueryOptions {
  readonly entry?: readonly string[];
  readonly edited?: readonly string[];
  readonly trace?: string;
  readonly test?: string;
  readonly cards: number;
  readonly tokens: number;
  readonly detail?: string;
  readonly source?: string;
  readonly ifNoneMatch?: string;
  readonly cursor?: string;
}

/** Builds a slice and prints it. @param words the task @throws {SdlError} `invalid_params` without a task or a seed */
export async function sliceCommand(session: Session, words: string[], options: SliceOptions): Promise<void> {
  const { entry, edited, trace, test, cards, tokens, detail, source, ifNoneMatch, cursor } = options;
  if (words.length === 0 && [entry, edited, trace, test, cursor].every((seed) => seed === undefined))
    throw nothingAsked();
  await runAndPrint(session, sliceBuild, options, {
    taskText: words.join(" ") || undefined,
    entrySymbols: entry,
    editedFiles: edited,
    stackTrace: trace === undefined ? undefined : await readText(session, trace),
    failingTestPath: test,
    cardDetail: detail,
    source,
    ifNoneMatch,
    cursor,
    budget: { maxCards: cards, maxEstimatedTokens: tokens },
  });
}

function nothingAsked(): SdlError {
  return new SdlError(
    "invalid_params",
    "sdl slice needs a task, or --edited, --trace, --test or --entry to start from",
    {
      hint: 'Example: sdl slice "fix the login timeout"',
    },
  );
}

async function readText({ terminal, engine }: Session, file: string): Promise<string> {
  if (file === "-") return terminal.readStdin();
  try {
    return readFileSync(resolve(engine.cwd, file), "utf8");
  } catch (cause) {
    throw new SdlError("invalid_params", `--trace: ${file} cannot be read; pass a file, or - for standard input`, {
      cause,
    });
  }
}
