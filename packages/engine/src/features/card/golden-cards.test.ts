/**
 * Golden cards of realistic code: summary, invariants, side effects. `vitest run -u` rewrites the golden files; review the difference. A fixture
 * contains the files of a repository, each after a line `//- PATH`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildCard, type Card } from "@sdl/slice";
import { expect, test } from "vitest";
import { openRepository } from "../../../test/support/small-repository.js";

/** Minimum number of cards with content per language. */
const LEAST_CARDS = 30;

/** Full cards of every symbol of the fixture, in source order. */
async function cardsOf(fixture: string): Promise<Card[]> {
  const text = readFileSync(join(import.meta.dirname, fixture), "utf8");
  const files = text.matchAll(/^\/\/- (.+)\n((?:(?!\/\/- ).*\n)*)/gm);
  const { engine, remove } = await openRepository(
    Object.fromEntries(Array.from(files, ([, path = "", content = ""]) => [path, content])),
  );
  try {
    const graph = (await engine.open(engine.resolve(undefined))).snapshot();
    return graph.files().flatMap((file) => graph.fileSymbols(file).map((symbol) => buildCard(graph, symbol)));
  } finally {
    await remove();
  }
}

/** A card as text: name and signature, then one line per field. */
function cardText({ file, line, range, kind, qualifiedName, name, signature, ...said }: Card): string {
  const place = `${file}:${line ?? range?.startLine}`;
  const lines = [`${place} ${kind} ${qualifiedName ?? name}`, `  ${signature?.text ?? ""}`];
  if (said.summary !== undefined) lines.push(`  summary: ${said.summary}`);
  for (const invariant of said.invariants ?? []) lines.push(`  invariant: ${invariant}`);
  for (const effect of said.sideEffects ?? []) lines.push(`  side effect: ${effect}`);
  return lines.join("\n");
}

async function check(language: string): Promise<void> {
  const cards = await cardsOf(`${language}.fixture.txt`);
  const shown = cards.filter(({ kind }) => kind !== "module" && kind !== "variable");
  const telling = shown.filter(({ summary, invariants, sideEffects }) => summary ?? invariants ?? sideEffects);
  expect(telling.length).toBeGreaterThanOrEqual(LEAST_CARDS);
  await expect(`${shown.map(cardText).join("\n\n")}\n`).toMatchFileSnapshot(`golden/${language}.txt`);
}

test("cards of TypeScript", () => check("typescript"));
test("cards of Python", () => check("python"));
