/** Random markup: reading throws nothing, and keeps the length, the line ends and the positions of code. */
import { SYMBOLS } from "@sdl/model/facts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { containerReader } from "../../../src/languages/containers/index.js";
import { pageOf } from "./check-container.js";

const PARTS = [
  ...["<template>", "</template>", "<script setup lang='ts'>", "<script>", "</script>", "<style>", "</style>", "---\n"],
  ...["<A b='c'>", "</A>", '<x-y :a="f(b)" @c="d(); e()" v-for="(i, j) in k"/>', '<p #s="{ t }">', "</p>", "<br>"],
  ...[
    "{{ a(b) }}",
    "{{",
    "}}",
    "{a}",
    "{",
    "}",
    "{#each a as b, c (d)}",
    "{/each}",
    "{:else if a}",
    "{#await a then b}",
  ],
  ...[
    "{:catch e}",
    "{/await}",
    "{@html a}",
    "{#snippet f(a)}",
    "{/snippet}",
    "{a && <b>{c}</b>}",
    "{a.map((b) => <C d={b}/>)}",
  ],
  ...[
    "<!--",
    "-->",
    "<",
    ">",
    "/>",
    '"',
    "'",
    "`",
    "\n",
    "\r\n",
    " ",
    "é",
    "\u0000",
    "function f() { g() }\n",
    "export default {}\n",
  ],
  ...[
    "import A from './A.vue'\n",
    "const a = `$" + "{b}`\n",
    "# %% cell 3\n",
    "%time f()\n",
    "%%bash\n",
    "def f(): pass\n",
    "x = !ls\n",
  ],
];
const FORMATS = ["vue", "svelte", "astro", "notebook"] as const;

test("any markup is read to a text of its length with its line ends, and its symbols lie inside", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...FORMATS),
      fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }),
      (format, parts) => {
        const source = parts.join("");
        const read = containerReader(format)?.(source);
        expect(read?.text.length).toBe(source.length);
        const page = pageOf(`A.${format === "notebook" ? "ipynb" : format}`, source);
        const { rows, startLine, endLine } = page.table(SYMBOLS);
        const lines = source.split(/\r\n|\r|\n/).length;
        for (let row = 0; row < rows && format !== "notebook"; row++)
          expect((startLine[row] ?? 0) + (endLine[row] ?? 0)).toBeLessThanOrEqual(lines);
        for (const { start, end } of read?.others ?? []) expect(start).toBeLessThan(end);
      },
    ),
    { numRuns: 300, seed: 20261126 },
  );
});
