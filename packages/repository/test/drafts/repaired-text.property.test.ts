/** Candidates for a broken text: edits are taken back, and the surrounding code keeps its lines. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { repairedTexts } from "../../src/drafts/repaired-text.js";

const RUNS = process.env["SDL_LONG"] === undefined ? 2000 : 50_000;

const goodLine = fc.constantFrom("", "a", "b", "c", "}");
const typedLine = fc.constantFrom("", "  ", "typed 1", "typed 2", "typed 3", "typed 4");

interface Edit {
  readonly head: readonly string[];
  readonly lost: readonly string[];
  readonly tail: readonly string[];
  readonly typed: readonly string[];
}

/** An edit in one place: some lines are deleted, others typed there. */
const edits: fc.Arbitrary<Edit> = fc.record({
  head: fc.array(goodLine, { maxLength: 8 }),
  lost: fc.array(goodLine, { maxLength: 8 }),
  tail: fc.array(goodLine, { maxLength: 8 }),
  typed: fc.array(typedLine, { maxLength: 12 }),
});

function textsOf({ head, lost, tail, typed }: Edit): { readonly good: string; readonly broken: string } {
  return { good: [...head, ...lost, ...tail].join("\n"), broken: [...head, ...typed, ...tail].join("\n") };
}

function isTyped(line: string): boolean {
  return line.startsWith("typed");
}

function check(property: (edit: Edit, candidates: readonly (readonly string[])[]) => void): void {
  fc.assert(
    fc.property(edits, (edit) => {
      const { good, broken } = textsOf(edit);
      property(
        edit,
        repairedTexts(good, broken).map((text) => text.split("\n")),
      );
    }),
    { numRuns: RUNS },
  );
}

test("the last candidate is the good text, with empty lines if more was typed than deleted", () => {
  check(({ head, lost, tail, typed }, candidates) => {
    const last = candidates.at(-1) ?? [];
    const good = textsOf({ head, lost, tail, typed }).good.split("\n");
    const added = last.length - good.length;
    expect(added).toBeGreaterThanOrEqual(0);
    const fits = good.some((_, at) => equal(last, [...good.slice(0, at), ...empty(added), ...good.slice(at)]));
    expect(fits || equal(last, [...good, ...empty(added)])).toBe(true);
  });
});

function empty(count: number): string[] {
  return Array.from({ length: count }, () => "");
}

function equal(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, i) => line === other[i]);
}

test("the last candidate has no typed line", () => {
  check((_, candidates) => expect((candidates.at(-1) ?? []).filter(isTyped)).toEqual([]));
});

test("code before the change keeps its lines in every candidate", () => {
  check(({ head }, candidates) => {
    for (const lines of candidates) expect(lines.slice(0, head.length)).toEqual(head);
  });
});

test("code after the change keeps its lines in every candidate, unless more was deleted than typed", () => {
  check(({ head, lost, tail, typed }, candidates) => {
    for (const lines of candidates) expect(lines.slice(lines.length - tail.length)).toEqual(tail);
    // A text without lines has one empty line.
    if (lost.length > typed.length || head.length + typed.length + tail.length === 0) return;
    for (const lines of candidates)
      expect(lines.slice(head.length + typed.length), JSON.stringify(lines)).toEqual(tail);
  });
});

test("candidates keep ever shorter beginnings of the typed text", () => {
  check(({ typed }, candidates) => {
    const kept = candidates.map((lines) => lines.filter(isTyped));
    const all = typed.filter(isTyped);
    for (const [i, lines] of kept.entries()) {
      expect(lines).toEqual(all.slice(0, lines.length));
      expect(lines.length).toBeLessThanOrEqual(kept[i - 1]?.length ?? all.length);
    }
    expect(candidates.length).toBeLessThanOrEqual(5);
  });
});

test("one candidate keeps the complete functions without the incomplete one", () => {
  const good = "function a() {}\n\nfunction z() {}\n";
  const broken = "function a() {}\n\nfunction b() {}\n\nfunction c( {\n\nfunction z() {}\n";
  expect(repairedTexts(good, broken)).toContain("function a() {}\n\nfunction b() {}\n\n\n\nfunction z() {}\n");
});

test("no candidate has a changed line twice", () => {
  const good = "function a() { return 1; }\n\nfunction b() {}\n\nfunction z() {}\n";
  const broken = "function a() { return 2; }\n\nfunction b( {}\n\nfunction z() {}\n";
  for (const text of repairedTexts(good, broken)) {
    for (const name of ["a", "b", "z"]) expect(text.split(`function ${name}(`), text).toHaveLength(2);
  }
});
