/** Slices of a team's server beside those of a server over the checkouts themselves, in turns. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { timed } from "../process/time-calls.js";
import { makeQueries } from "../product/queries.js";
import { HttpServer } from "./http-server.js";
import type { PartRepositories, PartRepository } from "./part-repositories.js";

/** Milliseconds of the same questions. */
export interface SlicePairs {
  /** When they were asked for the first time, in servers that had the index open. */
  readonly firstLocalMs: readonly number[];
  readonly firstSharedMs: readonly number[];
  readonly localMs: readonly number[];
  readonly sharedMs: readonly number[];
  /** Questions that both answered with the same text, but for the commit that it is of. */
  readonly equal: number;
}

/** What to ask, and whom. */
export interface PairTask {
  readonly repositories: readonly PartRepository[];
  readonly questionsEach: number;
  readonly shared: HttpServer;
}

interface Question {
  readonly repository: PartRepository;
  readonly taskText: string;
}

type Ask = (question: Question) => Promise<string>;

const TOOL = "sdl_slice_build";
/** Opens an index, and fetches it before that where it is not. */
const OPENING_TASK = "open the index";

/** Asks all questions twice, in turns, of servers that have opened each repository. */
export async function pairSlices(
  parts: PartRepositories,
  { repositories, questionsEach, shared }: PairTask,
): Promise<SlicePairs> {
  const questions: Question[] = [];
  for (const repository of repositories) {
    const tasks = await parts.read(repository, (graph) => makeQueries(graph).tasks.slice(0, questionsEach));
    questions.push(...tasks.map((taskText) => ({ repository, taskText })));
  }
  const local = await HttpServer.start({
    args: ["--repo", ...repositories.map(({ root }) => root)],
    cwd: parts.home,
    env: { SDL_HOME: parts.home, SDL_REMOTE: "off" },
    token: () => readFileSync(join(parts.home, "http-token"), "utf8").trim(),
  });
  try {
    return await timePairs(
      questions,
      ({ repository, taskText }) => local.call(TOOL, { repoId: repository.root, taskText }),
      ({ repository, taskText }) => shared.call(TOOL, { repoId: repository.name, taskText }),
    );
  } finally {
    await local.stop();
  }
}

async function timePairs(questions: readonly Question[], askLocal: Ask, askShared: Ask): Promise<SlicePairs> {
  for (const repository of new Set(questions.map((question) => question.repository))) {
    for (const ask of [askLocal, askShared]) await ask({ repository, taskText: OPENING_TASK });
  }
  const first = await timeRound(questions, askLocal, askShared);
  const second = await timeRound(questions, askLocal, askShared);
  const { localMs, sharedMs, equal } = second;
  return { localMs, sharedMs, equal, firstLocalMs: first.localMs, firstSharedMs: first.sharedMs };
}

async function timeRound(questions: readonly Question[], askLocal: Ask, askShared: Ask) {
  const [localMs, sharedMs]: [number[], number[]] = [[], []];
  let equal = 0;
  for (const [i, question] of questions.entries()) {
    const texts: string[] = [];
    const turns = [
      async () => localMs.push(await timed(async () => texts.push(body(await askLocal(question))))),
      async () => sharedMs.push(await timed(async () => texts.push(body(await askShared(question))))),
    ];
    for (const turn of i % 2 === 0 ? turns : turns.reverse()) await turn();
    if (texts[0] === texts[1]) equal++;
  }
  return { localMs, sharedMs, equal };
}

/** Symbols and lines of an answer, without its head (which has notes and counts tokens) and the cursor at its end. */
function body(text: string): string {
  return text.slice(text.indexOf("\n\n")).replace(/\nNext: [\s\S]*$/, "");
}
