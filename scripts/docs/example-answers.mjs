/**
 * Answers to the first example of each action, on the example repository, as text. Everything that differs between
 * machines or runs is fixed: the clock stands still while an action runs, folders are renamed, measured times and sizes
 * are replaced.
 */
const { ACTIONS, errorText, findAction, openEngine, runAction, toErrorAnswer, makeToolStyle } = await import(
  new URL("../../packages/engine/dist/index.js", import.meta.url)
);
const { EXAMPLE_REPOSITORY, GitFixture, makePlace } = await import(
  new URL("../../packages/engine/dist/testing/index.js", import.meta.url)
);
const { COMMAND_STYLE } = await import(new URL("../../packages/cli/dist/render/command-style.js", import.meta.url));

const STYLE = makeToolStyle("underscore");
const TOKEN_FILE = "src/auth/token.ts";
const SAY_WHAT_WAS_WRITTEN = new Set(["sdl.agent.feedback.query", "sdl.buffer.checkpoint", "sdl.buffer.status"]);
const DAY_MS = 86_400_000;

/**
 * Offset of the stopped clock to the hour that the page shows: ten years ahead, because an index trusts only files that
 * were written before it.
 */
const AHEAD_MS = Date.UTC(2036, 0) - Date.UTC(2026, 0);

/** A Date.now() that stands still, and that each step advances. */
class StoppedClock {
  nowMs = Date.UTC(2026, 0, 5, 9) + AHEAD_MS;
  #real = Date.now;

  start() {
    Date.now = () => this.nowMs;
  }

  stop() {
    Date.now = this.#real;
  }

  pass(ms) {
    this.nowMs += ms;
  }
}

/**
 * The example repository with two commits and two indexed versions: in the first one, `validateToken` has one
 * parameter.
 */
async function openExample(clock) {
  const place = makePlace();
  const git = GitFixture.make(place.root);
  git.nextCommitMs = clock.nowMs - 2 * DAY_MS;
  const earlier = EXAMPLE_REPOSITORY[TOKEN_FILE].replace("bearer: string, now: number", "bearer: string");
  git.commit("Sign users in by tokens", { ...EXAMPLE_REPOSITORY, [TOKEN_FILE]: earlier });
  const engine = openEngine({ cwd: place.root, env: { SDL_HOME: place.home } });
  await engine.register({ rootPath: place.root, settings: {} });
  await index(engine, clock);
  git.commit("Check the expiry of tokens against the caller's clock", EXAMPLE_REPOSITORY);
  await index(engine, clock);
  await engine.close();
  // A new session: what it says about its calls must be about those on the page.
  return { engine: openEngine({ cwd: place.root, env: { SDL_HOME: place.home } }), place };
}

async function index(engine, clock) {
  clock.pass(60_000);
  await runAction("sdl.index.refresh", {}, { engine });
  await (await engine.open(engine.resolve("my-app"))).settle();
}

/** The documented arguments, with the folder, handles, versions and symbols of this run filled in. */
function asRun(args, known) {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, known[name] ?? value]));
}

async function knownValues(engine, root) {
  const request = { taskText: "token of a user", budget: { maxCards: 3 }, wireFormat: "standard" };
  const { sliceHandle, ledgerVersion, slice } = await runAction("sdl.slice.build", request, { engine });
  const handles = { sliceHandle, handle: sliceHandle, spilloverHandle: sliceHandle.replace("h_", "sp_") };
  const versions = { knownVersion: ledgerVersion, versionId: ledgerVersion };
  return { rootPath: root, ...handles, ...versions, usefulSymbols: [slice.cards[0].symbolId] };
}

async function answerOf(action, args, engine, style = STYLE) {
  try {
    return action.text(await action.execute(args, { engine, text: style }), style);
  } catch (error) {
    return errorText(toErrorAnswer(error), style);
  }
}

/** Replaces parts of a text that depend on this machine or run. */
function replaceVariableParts(text, { root, home, folder }) {
  return text
    .replaceAll(root, "/home/me/my-app")
    .replaceAll(home, "/home/me/.local/share/sdl")
    .replaceAll(folder, "/home/me")
    .replaceAll("2036-01-", "2026-01-")
    .replace(/\bv(\d{13})\b/g, (_, ms) => `v${Number(ms) - AHEAD_MS}`)
    .replace(/\bin [\d.]+ (?:ms|s)\b/g, "in 5 ms")
    .replace(/\b\d+ kB\b/g, (size) => (size.length > 4 ? "150 kB" : "8 kB"))
    .replace(/ on Node [\d.]+, \w+ \w+/g, " on Node 22.20.0, linux x64")
    .trimEnd();
}

/**
 * Order of an action: reading ones first, the one that deletes the repository last; of a pair, the one that creates
 * what the other shows first. Call statistics come before any answer names folders of this machine, because they count
 * tokens.
 */
function callOrder({ name, annotations }) {
  if (name === "sdl.usage.stats") return -1;
  if (annotations.destructive) return 2;
  return (annotations.readOnly || name === "sdl.chain") && !SAY_WHAT_WAS_WRITTEN.has(name) ? 0 : 1;
}

/** The answer of the command to the question on the first page. */
async function commandAnswer(engine, place) {
  const request = { taskText: "fix the authentication timeout bug" };
  return replaceVariableParts(await answerOf(findAction("sdl.slice.build"), request, engine, COMMAND_STYLE), place);
}

/** @returns the texts by action name; `sdl slice` is that of the command */
export async function exampleAnswers() {
  const clock = new StoppedClock();
  clock.start();
  const { engine, place } = await openExample(clock);
  const answers = new Map();
  try {
    const known = await knownValues(engine, place.root);
    const ordered = [...ACTIONS].sort((a, b) => callOrder(a) - callOrder(b));
    const first = await commandAnswer(engine, place);
    for (const action of ordered) {
      clock.pass(60_000);
      const text = await answerOf(action, asRun(action.examples[0].args, known), engine);
      answers.set(action.name, replaceVariableParts(text, place));
    }
    answers.set("sdl slice", first);
  } finally {
    clock.stop();
    await engine.close();
    place.remove();
  }
  return answers;
}
