/** Tests of source in logic slices and task contexts, under every policy, with and without a log: calls are drawn from a seeded generator. */
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listRepositoryAudit } from "../../src/audit/repository-audit.js";
import { runAction } from "../../src/dispatch.js";
import { SOURCE_FORMS } from "../../src/registry/policy.js";
import { openRepository, type SmallRepository } from "../support/small-repository.js";

const FILES = {
  "pay.ts": `import { taxOf } from "./tax.js";

export function pay(amount: number): number {
  const marker = "body of pay";
  return taxOf(amount) + marker.length;
}
`,
  "tax.ts": `export function taxOf(amount: number): number {
  const marker = "body of taxOf";
  return amount * marker.length;
}
`,
  "fee.py": `def fee(amount):
    marker = "body of fee"
    return amount + len(marker)
`,
};
const RUNS = process.env["SDL_LONG"] === undefined ? 25 : 1_500;

let repository: SmallRepository;
beforeAll(async () => {
  repository = await openRepository(FILES);
});
afterAll(() => repository.remove());

interface Sourced {
  readonly symbolId: string;
  readonly source?: string;
}

/** All entries of an answer that may have source. */
function entriesOf(answer: Readonly<Record<string, unknown>>): Sourced[] {
  const slice = (answer["slice"] ?? answer) as { root: Sourced; dependencies?: Sourced[] };
  return [slice.root, ...(slice.dependencies ?? [])];
}

const call = fc.oneof(
  fc.constantFrom("L1", "L2", "L3", "L4").map((detail) => ({ action: "sdl.logic.slice", args: { detail } })),
  fc
    .record({
      taskType: fc.constantFrom("fix", "extend", "refactor", "understand"),
      budget: fc.integer({ min: 300, max: 4000 }),
    })
    .map((args) => ({ action: "sdl.context.forTask", args })),
);

test("an answer has the source that the policy allows and is recorded once; if it cannot be recorded, it has no source and states why", async () => {
  await fc.assert(
    fc.asyncProperty(
      call,
      fc.constantFrom("pay", "taxOf", "fee"),
      fc.constantFrom(...SOURCE_FORMS),
      fc.boolean(),
      async ({ action, args }, name, form, hasLog) => {
        await runAction("policySet", { policyPatch: { sourceInAnswers: form } }, repository);
        const before = await records();
        const ask = () => runAction(action, { ...args, symbolRef: { name } }, repository);
        const answer = await (hasLog ? ask() : withoutLog(ask));
        const after = await records();
        const shown = entriesOf(answer).filter(({ source }) => source !== undefined);
        const isShown = hasLog && form !== "none";
        expect(shown.length > 0).toBe(isShown);
        expect(JSON.stringify(answer).includes("body of")).toBe(isShown && form === "bodies");
        const word = JSON.stringify(answer).match(/"sourceWithheld":"([^"]*)/)?.[1];
        if (form !== "bodies" && (hasLog || form === "none")) expect(word).toContain(`sourceInAnswers: ${form}`);
        else if (hasLog) expect(word).toBeUndefined();
        else expect(word).toMatch(/audit log.*audit\.jsonl could not be written: a folder has its path/);
        expect(after.length - before.length).toBe(isShown ? 1 : 0);
        if (!isShown) return;
        const tokens = answer["estimatedTokens"] ?? (answer["budget"] as { used: number }).used;
        expect(after.at(-1)).toMatchObject({
          event: "source",
          action,
          form,
          tokens,
          symbols: shown.map(({ symbolId }) => symbolId),
        });
      },
    ),
    { numRuns: RUNS, seed: 20 },
  );
});

test("answers inside a chain are recorded like the client's own calls", async () => {
  await runAction("policySet", { policyPatch: { sourceInAnswers: "bodies" } }, repository);
  const before = await records();
  const steps = ["pay", "taxOf"].map((name) => ({ fn: "logicSlice", args: { symbolRef: { name } } }));
  await runAction("chain", { steps }, repository);
  expect((await records()).slice(before.length).map(({ event }) => event)).toEqual(["source", "source"]);
});

function records() {
  return listRepositoryAudit(repository.engine, undefined, 1_000_000);
}

async function withoutLog<T>(work: () => Promise<T>): Promise<T> {
  const path = join(repository.root, ".sdl", "audit.jsonl");
  renameSync(path, `${path}.away`);
  mkdirSync(path);
  try {
    return await work();
  } finally {
    rmSync(path, { recursive: true });
    renameSync(`${path}.away`, path);
  }
}
