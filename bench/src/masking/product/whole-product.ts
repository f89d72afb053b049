/**
 * Score of the whole product on a repository full of secrets: counts secrets that occur in an answer, an error or a
 * stored byte. To prove that stored bytes are read, a harmless word of the sources must be found too.
 */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AnswerFormat, type Engine, openEngine } from "@sdl/engine";
import { GitFixture } from "@sdl/engine/testing";
import { type AskedSymbols, Asking } from "./ask-everything.js";
import { SecretSearch } from "./find-secrets.js";
import { type PlantedFile, type PlantedText, plantedFiles, plantedSentences } from "./planted.js";
import { storedTexts } from "./stored-bytes.js";

/** Leaked secrets of one class. */
export interface ClassLeaks {
  readonly samples: number;
  readonly inJson: number;
  readonly inText: number;
  readonly inStore: number;
}

/** Leaks of the whole product. */
export interface ProductScore {
  readonly classes: ReadonlyMap<string, ClassLeaks>;
  /** Number of answers and errors, by format. */
  readonly answers: Readonly<Record<AnswerFormat, number>>;
  /** Leaks, one per line. */
  readonly leaks: readonly string[];
  /** Actions that returned errors only, so that they prove nothing. */
  readonly unanswered: readonly string[];
  /** Whether the harmless word was found in the stored bytes. */
  readonly isStoreRead: boolean;
}

/** Number of files whose text differs from the index when they are queried. */
const CHANGED_FILES = 60;
/** Kinds of planted files that are not code. */
const TEXT_KINDS: ReadonlySet<string> = new Set(["configuration", "documents"]);
const KEPT_WORD = "keptwordofthesources";

/** Plants secrets, indexes, calls all actions and searches all output. */
export async function scoreProduct(seed: number): Promise<ProductScore> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sdl-bench-masking-")));
  try {
    return await scoreIn(folder, seed);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function scoreIn(folder: string, seed: number): Promise<ProductScore> {
  const [root, home] = [join(folder, "planted"), join(folder, "home")];
  const files = plantedFiles(seed);
  const commits = plantedSentences("commit messages", seed + 3);
  const told = {
    memories: plantedSentences("memories", seed + 4),
    feedback: plantedSentences("feedback", seed + 5),
    arguments: plantedSentences("requests and errors", seed + 6),
  };
  const repository = writeRepository(root, files, commits);
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home } });
  const asking = new Asking(engine, "planted");
  try {
    await asking.callAction("sdl.repo.register", { rootPath: root });
    await asking.callAction("sdl.index.refresh", {});
    repository.commit("second", writeSecondVersion(files));
    await asking.callAction("sdl.index.refresh", {});
    await asking.sendTexts(told);
    await asking.ofRepository(await symbolsOf(engine));
    await asking.ofTexts(files.filter(({ kind }) => TEXT_KINDS.has(kind)).map(({ path }) => path));
    // Files changed since the index are read from disk.
    const changed = files.slice(0, CHANGED_FILES);
    for (const { path, text } of changed) writeFileSync(join(root, path), `\n\n${text}`);
    await asking.ofFiles(await symbolsOf(engine, new Set(changed.map(({ path }) => path))));
    await asking.callDeletingActions(root);
  } finally {
    await engine.close();
  }
  return summarizeLeaks([...files, ...commits, ...Object.values(told).flat()], asking, { root, home });
}

/** @param only limits the files; default: all */
async function symbolsOf(engine: Engine, only?: ReadonlySet<string>): Promise<AskedSymbols> {
  const graph = (await engine.open(engine.resolve("planted"))).snapshot();
  const files = [...graph.files()].filter((file) => only?.has(file) !== false);
  return { files, ids: files.flatMap((file) => [...graph.fileSymbols(file)].map((one) => graph.symbol(one).id)) };
}

function writeRepository(root: string, files: readonly PlantedFile[], commits: readonly PlantedText[]): GitFixture {
  const repository = GitFixture.make(root);
  repository.write(Object.fromEntries(files.map(({ path, text }) => [path, text])));
  repository.write({ "src/kept.ts": `/** ${KEPT_WORD} is what this says. */\nexport function kept() {}\n` });
  for (const [at, { text }] of commits.entries()) {
    repository.commit(text, {
      "src/kept.ts": `/** ${KEPT_WORD} is what this says. */\nexport function kept() { f(${at}); }\n`,
    });
  }
  return repository;
}

/** Prepends a line to every other file. */
function writeSecondVersion(files: readonly PlantedFile[]): Record<string, string> {
  const changed = files.filter((_, at) => at % 2 === 0);
  return Object.fromEntries(changed.map(({ path, text }) => [path, `\n${text}`]));
}

function summarizeLeaks(
  planted: readonly PlantedText[],
  asking: Asking,
  { root, home }: { readonly root: string; readonly home: string },
): ProductScore {
  const secrets = planted.map(({ secret }) => secret);
  const { json, text } = asking.sent;
  const inJson = searchTexts(secrets, json, "answer as JSON");
  const inText = searchTexts(secrets, text, "answer as text");
  const inStore = new SecretSearch(secrets);
  let isStoreRead = false;
  for (const folder of [join(root, ".sdl"), join(root, ".sdl-memory"), home]) {
    for (const { path, text } of storedTexts(folder)) {
      inStore.read(text, path.slice(folder.length));
      isStoreRead ||= text.includes(KEPT_WORD);
    }
  }
  const classes = new Map<string, ClassLeaks>();
  for (const { kind, secret } of planted) {
    const known = classes.get(kind) ?? { samples: 0, inJson: 0, inText: 0, inStore: 0 };
    classes.set(kind, {
      samples: known.samples + 1,
      inJson: known.inJson + Number(inJson.found.has(secret)),
      inText: known.inText + Number(inText.found.has(secret)),
      inStore: known.inStore + Number(inStore.found.has(secret)),
    });
  }
  const leaks = [inJson, inText, inStore].flatMap(({ found }) => [...found.values()]);
  const answers = { json: json.length, text: text.length };
  return { classes, answers, leaks, unanswered: asking.unanswered, isStoreRead };
}

function searchTexts(secrets: readonly string[], texts: readonly string[], where: string): SecretSearch {
  const search = new SecretSearch(secrets);
  for (const text of texts) search.read(text, where);
  return search;
}
