/** A worker that needs a grammar in the middle of a batch loads it, and goes on with the batch. */
import { tmpdir } from "node:os";
import { FactsPage, FILE } from "@sdl/model/facts";
import { expect, onTestFinished, test } from "vitest";
import { ExtractionPool } from "../../src/pool/extraction-pool.js";

/** The number of syntax errors of each script, in order. */
async function errorsOf(texts: readonly string[]): Promise<(number | string)[]> {
  const workerUrl = new URL("./extracting-worker.mjs", import.meta.url);
  const pool = new ExtractionPool({ workerUrl, root: tmpdir(), maxFileBytes: 1000, languages: ["javascript"] });
  onTestFinished(() => pool.close());
  const jobs = texts.map((text, at) => {
    const content = new TextEncoder().encode(text);
    return { path: `${at}.js`, language: "javascript", sizeBytes: content.length, content } as const;
  });
  const found = new Map<string, number | string>();
  await pool.run({
    jobs,
    workers: 1,
    knownKeys: [],
    onOutcome: ({ path }, outcome) => {
      const page = outcome.status === "facts" ? outcome.page : undefined;
      const errors = page && new FactsPage(page).table(FILE).errors[0];
      found.set(path, errors ?? outcome.status);
    },
  });
  return jobs.map(({ path }) => found.get(path) ?? "none");
}

test("types of Flow among plain scripts", async () => {
  expect(
    await errorsOf([
      "let a = 1;",
      "function f(a: number): ?string {}",
      "let b = 2;",
      "type A = {| b: C |};",
      "let = =",
    ]),
  ).toEqual([0, 0, 0, 0, 1]);
});
