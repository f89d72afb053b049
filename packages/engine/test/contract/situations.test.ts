/**
 * Tests the contract's situations in this process: each answer's contents, that it has only fields of the contract, and that over all situations
 * every field was present once and every optional field absent once.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toErrorAnswer } from "../../src/contract/error-answer.js";
import { runAction } from "../../src/dispatch.js";
import { openEngine } from "../../src/opened/open-engine.js";
import { CATALOG } from "../../src/table.js";
import { describeSituations } from "./describe-situations.js";
import { FieldSightings } from "./field-sightings.js";
import { NameSightings } from "./name-sightings.js";
import { Notation } from "./shape-notation.js";
import type { Call } from "./situation.js";
import { SITUATIONS } from "./situations/index.js";

const notation = Notation.parse(readFileSync(new URL("fields.txt", import.meta.url), "utf8"));
const sightings = new FieldSightings(notation);
const names = new NameSightings();

describeSituations(
  SITUATIONS,
  async (repository) => {
    const engine = openEngine({ cwd: repository.root, env: { SDL_HOME: repository.home } });
    const call: Call = (action, args) =>
      runAction(action, args, { engine }).then(
        (answer) => ({ isError: false, answer }),
        (error: unknown) => ({ isError: true, answer: { ...toErrorAnswer(error) } }),
      );
    return { call, close: () => engine.close() };
  },
  async (action, { isError, answer }) => {
    expect(sightings.note(isError ? "Error" : action, answer)).toEqual([]);
    if (isError) return;
    expect(await names.note(action, answer)).toEqual([]);
    expect(CATALOG.get(action).answerSchema().safeParse(answer).error).toBeUndefined();
  },
);

test("symbols of every kind were named", () => expect(names.size).toBeGreaterThan(50));

/** Fields that no situation shows, each with the reason. */
const UNSHOWN: Readonly<Record<string, string>> = {
  "always there: sdl.info.logging.path": "left out where no folder can be written; see logging.test.ts",
  "always there: sdl.repo.status.imports.list": "one import leads nowhere here; see status/import-survey.test.ts",
  "always there: sdl.repo.status.imports.list[].line": "likewise",
  "never there: sdl.agent.feedback.query.warnings": "a newer program's reports; see faults/program-ages.test.ts",
  "never there: LiveIndex.lastCheckpointError": "no draft fails here; see @sdl/repository, test/drafts",
  "always there: sdl.repo.list.repositories[].storePath": "absent only over a team's remote; see team/team.test.ts",
  "never there: sdl.symbol.search.results[].repoId": "only over a team's remote; see team/names.test.ts",
  "never there: sdl.symbol.search.packages": "likewise",
  "never there: sdl.symbol.search.packages[].repoId": "likewise",
  "never there: sdl.symbol.search.packages[].name": "likewise",
  "never there: sdl.symbol.search.packages[].role": "likewise",
  "never there: sdl.symbol.search.packages[].file": "likewise",
  "never there: sdl.repo.status.worktrees": "no situation has a second worktree; see worktrees.test.ts",
  "never there: sdl.repo.status.disk": "no limit is set here; see @sdl/cli, clean.test.ts",
  "never there: sdl.repo.status.disk.limitBytes": "likewise",
  "never there: sdl.repo.status.disk.takenBytes": "likewise",
  "always there: sdl.repo.overview.stats.byKind": "an index of no file answers no question",
  "always there: sdl.repo.overview.stats.byLanguage": "likewise",
  "never there: sdl.repo.status.syntaxErrors": "every file parses here; see @sdl/cli, first-question.test.ts",
  "never there: sdl.repo.status.syntaxErrors.files": "likewise",
  "never there: sdl.repo.status.syntaxErrors.names": "likewise",
  "never there: sdl.repo.status.watcher": "nobody watches here; see watch/repository-watcher.test.ts",
  "never there: sdl.repo.status.watcher.enabled": "likewise",
  "never there: sdl.repo.status.watcher.running": "likewise",
  "never there: sdl.repo.status.watcher.filesWatched": "likewise",
  "never there: sdl.repo.status.watcher.eventsReceived": "likewise",
  "never there: sdl.repo.status.watcher.eventsProcessed": "likewise",
  "never there: sdl.repo.status.watcher.errors": "likewise",
  "never there: sdl.repo.status.watcher.queueDepth": "likewise",
  "never there: sdl.repo.status.watcher.lastEventAt": "likewise",
  "never there: sdl.repo.status.watcher.lastSuccessfulReindexAt": "likewise",
  "never there: sdl.info.native.sourcePath": "grammars run as WebAssembly; there is no native parser",
  "always there: Memory.sourceFile": "every memory has a file",
  "always there: SliceTruncation.spilloverHandle":
    "a search that stops early with nothing dropped needs a larger repository; see @sdl/slice",
  "always there: SliceDelta.same": "it takes all parts to differ at once",
  "always there: sdl.graph.path.paths[].edges[].site": "left out where the linker finds no place; none is known",
  "always there: sdl.context.forTask.whyContext.commits": "a symbol that no commit has yet, with layers made since",
  "never there: sdl.symbol.search.results[].signature": "in texts; see text/query-texts.test.ts",
  "never there: sdl.symbol.search.results[].summary": "likewise",
  "never there: OutlineNode.signature": "likewise",
  "never there: sdl.code.getSkeleton.minimumRequired": "likewise",
  "always there: Frontier.file": "left out of compact forms, which are lists",
  "always there: Frontier.line": "likewise",
  "always there: SymbolCount.file": "a reported symbol that is gone since",
  "always there: SymbolCount.name": "likewise",
  "always there: sdl.chain.results": "the time is over before the first step",
};

/** Files are indexed before they are asked about, unless the machine is too busy; see queries.test.ts. */
const SHOWN_BY_TIME = /^never there: sdl\.chain\.behind\b/;

test("every field was present, and every optional one was absent at least once", () => {
  const missing = sightings.missing().filter((sighting) => !SHOWN_BY_TIME.test(sighting));
  expect(missing.sort()).toEqual(Object.keys(UNSHOWN).sort());
});
