/** Texts of cards of components, whose source is their template, and of notebooks. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openRepository, type SmallRepository } from "../../../test/support/small-repository.js";
import { makeToolStyle } from "../../contract/tool-calls.js";
import { symbolGetCard } from "./symbol-get-card.action.js";

const CARD = `<template>
  <p @click="open">{{ user }}</p>
</template>
<script setup lang="ts">
defineProps<{ user: string }>();
function open(force: boolean) {}
</script>
`;

let repository: SmallRepository;
beforeAll(async () => {
  repository = await openRepository({ "src/user-card.vue": CARD, "nb.ipynb": notebook(["a = 1\n", "b = a\n"]) });
});
afterAll(() => repository.remove());

function notebook(cells: readonly string[]): string {
  const made = cells.map((source) => ({ cell_type: "code", source, metadata: {}, outputs: [] }));
  return JSON.stringify({ cells: made, metadata: { kernelspec: { language: "python" } }, nbformat: 4 });
}

async function textOf(symbol: string, more: object = {}): Promise<string> {
  const style = makeToolStyle("underscore");
  const answer = await symbolGetCard.execute({ symbol, ...more }, { engine: repository.engine, text: style });
  return symbolGetCard.text(answer as never, style);
}

test("a component is shown with its properties, a function of its script with its source alone", async () => {
  expect(await textOf("UserCard")).toContain("exported function UserCard(user: string)\n");
  expect(await textOf("open")).toMatch(/ function open\n/);
});

test("the source of a notebook has the lines of its cells, not those that mark them", async () => {
  expect(await textOf("nb.ipynb", { source: "full" })).toContain("a = 1\n… cell 2:1:\nb = a\n");
});
