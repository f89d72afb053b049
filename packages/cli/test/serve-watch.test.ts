/**
 * Test of `sdl serve`: answers reflect changes on disk without a request to index, and the process ends with its
 * client.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { connect, indexedExample } from "./support/server.js";

test("answers reflect an edit, the watcher's state is reported, and the end of input ends the server", async () => {
  const example = indexedExample();
  const client = await connect(example);
  const search = () => client.call("sdl_symbol_search", { query: "seenByItself" });
  await client.call("sdl_repo_status", {});
  writeFileSync(join(example.root, "src/seen.ts"), "export function seenByItself(): void {}\n");
  const deadline = performance.now() + 30_000;
  while (!JSON.stringify((await search())["results"] ?? []).includes('"name":"seenByItself"')) {
    if (performance.now() > deadline)
      throw new Error(
        `it is not found: ${JSON.stringify(await client.call("sdl_repo_status", {}))} ${client.errors.join("")}`,
      );
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(await client.call("sdl_repo_status", {})).toMatchObject({ watcher: { running: true, errors: 0 } });
  expect(await client.exit()).toBe(0);
  expect(client.errors).toEqual([]);
});
