import { afterAll, beforeAll, expect, test } from "vitest";
import { runAction } from "../../../test/client.js";
import { openRepository, type SmallRepository } from "../../../test/support/small-repository.js";

const SOURCE = `import { log } from "./log";

export class Session {
  #expiry = 0;

  refresh(expiry: number) {
    // expiry in a comment
    const text = "expiry in a string";
    log(text);
    const expiryTime = expiry;
    log(expiryTime);
    log(1);
    log(2);
    log(3);
    this.#expiry = expiryTime;
    return this.clock.now();
  }
}
`;

let repository: SmallRepository;
beforeAll(async () => {
  repository = await openRepository({ "session.ts": SOURCE });
});
afterAll(() => repository.remove());

async function hotPath(args: object): Promise<Readonly<Record<string, unknown>>> {
  const card = await runAction("symbolGetCard", { symbolRef: { name: "refresh" } }, repository);
  return runAction("codeGetHotPath", { symbolId: card["symbolId"], ...args }, repository);
}

test("matches identifiers as syntax nodes, numbers lines, merges overlapping contexts", async () => {
  const answer = await hotPath({ identifiersToFind: ["expiry"], contextLines: 1 });
  expect(answer["excerpt"]).toBe(`6|   refresh(expiry: number) {
7|     // expiry in a comment
…
9|     log(text);
10|     const expiryTime = expiry;
11|     log(expiryTime);
…
14|     log(3);
15|     this.#expiry = expiryTime;
16|     return this.clock.now();
…`);
  expect(answer).toMatchObject({
    file: "session.ts",
    matchedIdentifiers: ["expiry"],
    matchedLineNumbers: [6, 10, 15],
    truncated: false,
  });
});

test("lists identifiers that were not found, and matches a dotted name only as a member access", async () => {
  const answer = await hotPath({ identifiersToFind: ["clock.now", "Date.now", "nowhere"], contextLines: 0 });
  expect(answer).toMatchObject({
    excerpt: "…\n16|     return this.clock.now();\n…",
    matchedIdentifiers: ["clock.now"],
    missingIdentifiers: ["Date.now", "nowhere"],
  });
});

test("without a match the excerpt is empty", async () => {
  expect(await hotPath({ identifiersToFind: ["nowhere"] })).toMatchObject({ excerpt: "", truncated: false });
});

test.each([{ maxLines: 5 }, { maxLines: 1 }, { maxTokens: 40 }, { maxTokens: 16 }])(
  "keeps the limits %o by leaving out context first, then matches",
  async (limits) => {
    const answer = await hotPath({ identifiersToFind: ["expiry"], ...limits });
    const { loadTokenCounter } = await import("@sdl/slice");
    const text = String(answer["excerpt"]);
    expect(answer["truncated"]).toBe(true);
    expect((await loadTokenCounter())(text)).toBe(answer["estimatedTokens"]);
    expect(answer["estimatedTokens"]).toBeLessThanOrEqual("maxTokens" in limits ? limits.maxTokens : 1000);
    expect(text.split("\n").length).toBeLessThanOrEqual("maxLines" in limits ? limits.maxLines : 1000);
    expect(answer["matchedLineNumbers"]).toEqual([6, 10, 15]);
  },
);
