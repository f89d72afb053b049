/** Text of the card of a component, whose source is its template. */
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
  repository = await openRepository({ "src/user-card.vue": CARD });
});
afterAll(() => repository.remove());

async function textOf(symbol: string): Promise<string> {
  const style = makeToolStyle("underscore");
  const answer = await symbolGetCard.execute({ symbol }, { engine: repository.engine, text: style });
  return symbolGetCard.text(answer as never, style);
}

test("a component is shown with its properties, a function of its script with its source alone", async () => {
  expect(await textOf("UserCard")).toContain("exported function UserCard(user: string)\n");
  expect(await textOf("open")).toMatch(/ function open\n/);
});
