/** Facts of Svelte components. */
import { expect, test } from "vitest";
import { factLines, refsOf } from "./check-container.js";

const CARD = `<script context="module" lang="ts">
  export const prerender = true;
</script>
<script lang="ts">
  import Avatar from './Avatar.svelte';
  import { count } from './stores';
  export let user: User;
  export let size = 3;
  const dispatch = createEventDispatcher<{ save: string }>();
  function save(x) { dispatch('save', x); }
  const name = 1;
</script>
{#each user.friends as { id, name }, i (id)}
  <Avatar {id} {...$$restProps} on:click={() => save(id)} on:hover={save} class="a {name} b" let:item>{item} {$count}</Avatar>
{:else if size > 2}
  <p use:tooltip={{ text: 'x' }} class:active={size > 2}>don't {@html save(name)}</p>
{/each}
{#await load() then data}{data.x}{:catch e}{e.message}{/await}
`;

test("exported variables are the component's properties, in legacy components", () => {
  expect(factLines("Card.svelte", CARD, ["function", "param", "file"])).toEqual([
    "function save 10:2-10:43 @10:11 internal",
    "  param x",
    "function Card 13:0-18:62 @13:0 exported exported,defaultexport",
    "  param user: User",
    "  param size = 3 [optional]",
    "file errors=0 lines=19 generated=0",
  ]);
  expect(factLines("Card.svelte", CARD, ["sig"]).at(-1)).toBe('  sig "Card(user: User, size? = 3) emits save"');
});

test("blocks declare names, stores are read by their prefix, directives name functions", () => {
  expect(refsOf("Card.svelte", CARD).filter((ref) => ref.startsWith("Card "))).toEqual([
    "Card read symbol:user.friends @13:12",
    "Card tag import:Avatar @14:3",
    "Card call symbol:save/1 @14:48",
    "Card read symbol:save @14:68",
    "Card read import:count @14:110",
    "Card read symbol:size @15:10",
    "Card call symbol:save/1 @16:70",
    "Card call global:load/0 @18:8",
  ]);
});

test("runes declare properties, and quotes in text are no strings", () => {
  const text = `<script lang="ts">
  interface Props { title: string; size?: number }
  let { title, size = 3 }: Props = $props();
</script>
<button onclick={() => size++} {title}>it's "x"</button>
`;
  expect(factLines("New.svelte", text, ["function", "param", "file"])).toEqual([
    "function New 5:0-5:56 @5:0 exported exported,defaultexport",
    "  param title: string",
    "  param size: number = 3 [optional]",
    "file errors=0 lines=6 generated=0",
  ]);
  expect(refsOf("New.svelte", text).filter((ref) => ref.startsWith("New "))).toEqual([
    "New write symbol:size @5:23",
    "New read symbol:title @5:32",
  ]);
});
