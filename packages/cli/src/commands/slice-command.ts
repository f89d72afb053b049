/** `sdl slice "task"`. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { decodeAnswer, SdlError, sliceBuild } from "@sdl/engine";
import { writeJson } from "../render/json.js";
import { renderSlice, renderUnchanged } from "../render/slice.js";
import type { Session } from "../session.js";
import { ask, type QueryOptions } from "./query-commands.js";

export interface SliceOptions extends QueryOptions {
  readonly entry?: readonly string[];
  readonly edited?: readonly string[];
  readonly trace?: string;
  readonly test?: string;
  readonly cards: number;
  readonly tokens: number;
  readonly detail?: string;
  readonly ifNoneMatch?: string;
}

export async function sliceCommand(session: Session, words: string[], options: SliceOptions): Promise<void> {
  const { entry, edited, trace, test, cards, tokens, detail, ifNoneMatch } = options;
  const isForPeople = session.options.json !== true;
  const answer = await ask(session, sliceBuild, options, {
    taskText: words.join(" ") || undefined,
    entrySymbols: entry,
    editedFiles: edited,
    stackTrace: trace === undefined ? undefined : await readText(session, trace),
    failingTestPath: test,
    cardDetail: detail,
    ifNoneMatch,
    budget: { maxCards: cards, maxEstimatedTokens: tokens },
    explain: isForPeople,
  });
  if (!isForPeople) return writeJson(session.terminal, answer);
  if ("notModified" in answer) return session.terminal.out(renderUnchanged(answer, session.terminal));
  session.terminal.out(renderSlice(answer, decodeAnswer(answer), session.terminal));
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
