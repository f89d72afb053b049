/** Searches by what people have in hand: an option, a variable, a route, the title of a test. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAction } from "../../../test/client.js";
import { openRepository, type SmallRepository } from "../../../test/support/small-repository.js";

let repository: SmallRepository;
beforeAll(async () => {
  repository = await openRepository({
    "app/cli.py": `import argparse, os

def build_parser():
    parser = argparse.ArgumentParser()
    parser.add_argument("--max-workers", "-w", type=int)
    return parser

def connect():
    return os.environ["STORE_URL"]

def max_workers_of(options):
    return options.max_workers
`,
    "src/server.ts": `import { router } from "./router";
export function routes() {
  router.get("/users/:id/posts", (request, reply) => reply.send([]));
}
export const level = () => process.env.LOG_LEVEL ?? "info";
export class UsersPosts {}
`,
    "src/posts.test.ts": `import { posts } from "./posts";
describe("posts", () => {
  it("returns nothing for a user without posts", () => posts());
});
`,
    "tests/test_cli.py": `class TestCli:
    def test_workers(self):
        assert main(["--max-workers", "3"])
`,
  });
});
afterAll(() => repository.remove());

/** The first result, and its score. */
async function first(query: string): Promise<readonly [string, number]> {
  const { results } = (await runAction("symbol.search", { query }, repository)) as {
    results: readonly { file: string; name: string; score: number }[];
  };
  const [best] = results;
  return [`${best?.file}#${best?.name}`, best?.score ?? 0];
}

async function checkFirst(queries: readonly string[], place: string): Promise<void> {
  for (const query of queries) {
    const [found, score] = await first(query);
    expect([query, found]).toEqual([query, place]);
    expect(score).toBeGreaterThan(0.89);
  }
}

test("an option leads to the code that declares it, before its test and before namesakes", async () => {
  await checkFirst(["--max-workers", "--max-workers=8"], "app/cli.py#build_parser");
});

test("a route leads to where it is handled, with values or placeholders in it", async () => {
  await checkFirst(
    ["/users/:id/posts", "/users/42/posts", "GET /users/{id}/posts", "https://app.example/api/users/ann/posts?page=2"],
    "src/server.ts#routes",
  );
});

test("a variable leads to itself and to what reads it", async () => {
  for (const [query, reader] of [
    ["$STORE_URL", "connect"],
    ["process.env.LOG_LEVEL", "level"],
  ] as const) {
    const { results } = (await runAction("symbol.search", { query }, repository)) as {
      results: readonly { name: string }[];
    };
    const names = results.slice(0, 2).map(({ name }) => name);
    expect([query, ...names.sort()]).toEqual([query, ...[query.replace(/^\W|^.*\./, ""), reader].sort()]);
  }
});

test("the title of a test leads to its file, and pytest's name to the test", async () => {
  await checkFirst(["  ✓ returns nothing for a user without posts (3 ms)"], "src/posts.test.ts#src/posts.test.ts");
  await checkFirst(["tests/test_cli.py::TestCli::test_workers[3]"], "tests/test_cli.py#TestCli.test_workers");
});
