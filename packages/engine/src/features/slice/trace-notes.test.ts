/** Tests of what a slice says of its stack trace. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { runAction } from "../../../test/client.js";
import { openRepository, type SmallRepository } from "../../../test/support/small-repository.js";

let repository: SmallRepository;
beforeAll(async () => {
  repository = await openRepository({
    "package.json": '{ "name": "shop" }',
    "src/cart.ts": "export function total(sum: number) {\n  return sum;\n}\n",
  });
});
afterAll(() => repository.remove());

/** Notes on a trace, and the names of the slice's symbols. */
async function ask(
  stackTrace: string,
): Promise<{ readonly notes: readonly string[]; readonly names: readonly string[] }> {
  const answer = await runAction("sdl.slice.build", { stackTrace }, { engine: repository.engine });
  const { warnings = [], slice } = answer as unknown as {
    readonly warnings?: readonly string[];
    readonly slice: { readonly cards?: readonly { readonly name: string }[] };
  };
  return {
    notes: warnings.filter((warning) => warning.startsWith("stackTrace")),
    names: (slice.cards ?? []).map(({ name }) => name),
  };
}

test("a frame that is found by its path needs no note", async () => {
  const { notes, names } = await ask("Error: x\n    at total (/app/src/cart.ts:2:3)");
  expect(notes).toEqual([]);
  expect(names[0]).toBe("total");
});

test("a frame of installed code is marked as matched by module and name", async () => {
  const { notes, names } = await ask("Error: x\n    at total (/x/node_modules/shop/dist/index.js:99:3)");
  expect(notes).toEqual([
    "stackTrace: matched by module and name, not by path: total (dist/index.js:99) as total (src/cart.ts:1)",
  ]);
  expect(names[0]).toBe("total");
});

test("frames that lie nowhere in the repository are named", async () => {
  const frames = ["one", "two", "three", "four"].map(
    (name) => `    at ${name} (/x/node_modules/other/lib/${name}.js:1:1)`,
  );
  expect(await ask(`Error: x\n${frames.join("\n")}`)).toEqual({
    notes: [
      "stackTrace: no frame lies in this repository: one (lib/one.js:1), two (lib/two.js:1), three (lib/three.js:1) and 1 more; pass taskText to search by the error's words",
    ],
    names: [],
  });
});

test("a text without frames is said to have none", async () => {
  const { notes } = await ask("it broke");
  expect(notes).toEqual(["stackTrace: no line of it is a frame in a known form; pass the trace as it was printed"]);
});
