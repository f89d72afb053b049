import { openSync } from "node:fs";
import { GraphError } from "@sdl/model";
import { expect, test } from "vitest";
import { retryIfRemoved } from "../src/store/opening/retry-if-removed.js";

/** Errors for a missing file, as the library and as the system throw them. */
const GONE = [
  () => new GraphError("STORE_IO", "opening failed", { cause: Object.assign(new Error("setup locks"), { code: 2 }) }),
  () => {
    try {
      return new Error(String(openSync("/nowhere/at/all", "r")));
    } catch (error) {
      return error;
    }
  },
];

test.each(GONE)("opening a store that was removed meanwhile is retried three times", (gone) => {
  for (const failures of [0, 1, 3, 4]) {
    let tries = 0;
    const open = () => {
      if (tries++ < failures) throw gone();
      return "open";
    };
    if (failures > 3) expect(() => retryIfRemoved(open)).toThrow();
    else expect(retryIfRemoved(open)).toBe("open");
    expect(tries).toBe(Math.min(failures + 1, 4));
  }
});

test("any other failure is thrown at once", () => {
  let tries = 0;
  const open = () => {
    tries++;
    throw Object.assign(new Error("no space"), { code: 28 });
  };
  expect(() => retryIfRemoved(open)).toThrow("no space");
  expect(tries).toBe(1);
});
