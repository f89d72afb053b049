import { expect, test } from "vitest";
import { END } from "../../src/tokens/ascii-pieces.js";
import { PieceCosts } from "../../src/tokens/piece-costs.js";

/** Counter in which pieces of different lengths have different costs. */
const lengthOf = (piece: string) => piece.length;

test("a piece is counted once", () => {
  const counted: string[] = [];
  const costs = new PieceCosts((piece) => counted.push(piece) && piece.length);
  const text = "alpha beta alpha beta";
  expect([ofText(costs, text), ofText(costs, text.slice(5))]).toEqual([21, 16]);
  expect(counted).toEqual(["alpha", " beta", " alpha"]);
});

test("costs remain correct when there are more pieces than the cache holds", () => {
  const costs = new PieceCosts(lengthOf);
  const words = Array.from({ length: 150_000 }, (_, i) => ` ${letters(i)}`);
  const text = words.join("");
  for (let round = 0; round < 2; round++) expect(ofText(costs, text)).toBe(text.length);
});

test("a piece that is too long for the cache is counted each time", () => {
  let calls = 0;
  const costs = new PieceCosts((piece) => {
    calls++;
    return piece.length;
  });
  const text = "a".repeat(65);
  expect([ofText(costs, text), ofText(costs, text), calls]).toEqual([65, 65, 2]);
});

function letters(number: number): string {
  return number.toString(26).replace(/[0-9]/g, (digit) => String.fromCharCode("q".charCodeAt(0) + Number(digit)));
}

function ofText(costs: PieceCosts, text: string): number {
  return costs.ofText(text, Buffer.concat([Buffer.from(text), Buffer.of(END)]));
}
