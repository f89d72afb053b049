/**
 * Tests of freshness: whatever changes in a work tree, the next answer equals that of an index built from scratch, or
 * names in its first line what it does not cover. Over MCP, watching and not, and on the command line. Four sequences
 * of changes, 1,000 in the long tier; SDL_FRESHNESS_SEQUENCES sets how many, SDL_SEED which.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { pick, type Random, seededRandom } from "@sdl/engine/testing";
import { expect, test } from "vitest";
import { connect, newExample } from "../support/server.js";
import { NAMES, PATHS, WorkTree } from "./changes.js";
import { commandRoute, type Question, type Route, Scratch, serverRoute } from "./routes.js";

const IS_LONG = process.env["SDL_LONG"] !== undefined;
const SEQUENCES = Number(process.env["SDL_FRESHNESS_SEQUENCES"] ?? (IS_LONG ? 1000 : 4));
const SEED = Number(process.env["SDL_SEED"] ?? 23);
/** Sequences per work tree and its servers. */
const TOGETHER = 50;

function drawQuestion(random: Random): Question {
  const [name, file] = [pick(random, NAMES), pick(random, PATHS)];
  return pick(random, [
    { action: "sdl.symbol.search", args: { query: name, limit: 20 }, command: ["search", name] },
    {
      action: "sdl.symbol.getCard",
      args: { symbol: name, source: "full" },
      command: ["card", name, "--source", "full"],
    },
    {
      action: "sdl.symbol.references",
      args: { symbol: name, direction: "references" },
      command: ["refs", name, "--direction", "references"],
    },
    { action: "sdl.file.outline", args: { file }, command: ["outline", file] },
  ] satisfies Question[]);
}

/**
 * The note that an answer does not cover some changes: at its start; in a slice after its size, in an error after its
 * code.
 */
const BEHIND = /^(?:Index|.*, index|error \[\w+\] index|\w+: index) of .*UTC, without \d+ changed files?\b/;

/**
 * Removes what derived layers and history add later; of an error keeps the code, because its proposals depend on the
 * client.
 */
function settled(text: string): string {
  const [, onTerminal, code = onTerminal] = /^(?:error \[(\w+)\]|([a-z]+_[a-z_]+): )/.exec(text) ?? [];
  return (
    code ??
    text.replace(/^Note: .*\n/gm, "").replace(/^ {2}(?:tested by|on the way|changed by) .*\n(?: {4}.*\n)*/gm, "")
  );
}

interface Asked {
  readonly tree: WorkTree;
  readonly routes: readonly Route[];
  readonly random: Random;
}

/** @returns the number of answers, how many of them are behind, and what is wrong with the others */
async function askAll({ tree, routes, random }: Asked) {
  const question = drawQuestion(random);
  const order = [...routes].sort(() => random() - 0.5).slice(0, 1 + Math.floor(random() * routes.length));
  const answers: { readonly route: Route; readonly text: string }[] = [];
  for (const route of order) answers.push({ route, text: await route.ask(question, false) });
  const scratch = await Scratch.of(tree.root);
  const wrong: object[] = [];
  for (const { route, text } of answers) {
    // Answers that are behind must catch up.
    const answer = settled(BEHIND.test(text) ? await route.ask(question, true) : text);
    // Files as young as an index count as changed until they are checked again: the scratch index has their content.
    const expected = settled((await scratch.ask(question, route.style)).replace(/^Index of .*\n/, ""));
    if (answer !== expected) wrong.push({ route: route.name, question, answer, expected });
  }
  await scratch.remove();
  return { answers: answers.length, behind: answers.filter(({ text }) => BEHIND.test(text)).length, wrong };
}

async function play(random: Random, sequences: number): Promise<{ answers: number; behind: number }> {
  const example = newExample((root) => new WorkTree(root, random).write("package.json", "{}\n"));
  const tree = new WorkTree(example.root, random);
  tree.make();
  const clients = [await connect(example), await connect(example, "--no-watch")] as const;
  const routes = [
    serverRoute("watching", clients[0]),
    serverRoute("not watching", clients[1]),
    commandRoute(example.root, example.env["SDL_HOME"] ?? ""),
  ];
  const total = { answers: 0, behind: 0 };
  for (let sequence = 0; sequence < sequences; sequence++) {
    const changes: string[] = [];
    for (let step = 0; step < 4; step++) {
      const count = 1 + Math.floor(random() * 3);
      for (let i = 0; i < count; i++) changes.push(tree.change());
      if (random() < 0.3) await sleep(random() * 200);
      const { answers, behind, wrong } = await askAll({ tree, routes, random });
      expect({ sequence, changes, wrong }).toEqual({ sequence, changes, wrong: [] });
      total.answers += answers;
      total.behind += behind;
      changes.push("|");
    }
  }
  for (const client of clients) await client.exit();
  expect(clients.flatMap(({ errors }) => errors)).toEqual([]);
  return total;
}

test(`${SEQUENCES} sequences of changes give the answers of a scratch index`, { timeout: 7_200_000 }, async () => {
  const random = seededRandom(SEED);
  const total = { answers: 0, behind: 0 };
  for (let left = SEQUENCES; left > 0; left -= TOGETHER) {
    if (IS_LONG) process.stderr.write(`${SEQUENCES - left} sequences\n`);
    const { answers, behind } = await play(random, Math.min(left, TOGETHER));
    total.answers += answers;
    total.behind += behind;
  }
  // On a busy machine many answers are behind, but not all.
  expect(total.behind).toBeLessThan(total.answers);
});
