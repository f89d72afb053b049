import { expect, test } from "vitest";
import { KeptValues } from "../src/index.js";

class Length {
  constructor(
    readonly subject: readonly string[],
    readonly unit = "texts",
  ) {}
}

test("a subject has one instance of a class, constructed with the arguments of the first request", () => {
  const kept = new KeptValues();
  const [texts, others] = [["a"], ["a"]];
  const first = kept.of(texts, Length, "letters");
  expect(first).toMatchObject({ subject: texts, unit: "letters" });
  expect(kept.of(texts, Length)).toBe(first);
  expect(kept.of(others, Length)).not.toBe(first);
  expect(new KeptValues().of(texts, Length)).not.toBe(first);
});
