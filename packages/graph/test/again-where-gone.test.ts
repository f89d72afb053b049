import { openSync } from "node:fs";
import { GraphError } from "@sdl/model";
import { expect, test } from "vitest";
import { againWhereGone } from "../src/store/opening/again-where-gone.js";

/** As the store's library says it, and as the system does. */
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

test.each(GONE)("what went while it was opened is opened again, three times", (gone) => {
  for (const failures of [0, 1, 3, 4]) {
    let tries = 0;
    const open = () => {
      if (tries++ < failures) throw gone();
      return "open";
    };
    if (failures > 3) expect(() => againWhereGone(open)).toThrow();
    else expect(againWhereGone(open)).toBe("open");
    expect(tries).toBe(Math.min(failures + 1, 4));
  }
});

test("any other failure is told at once", () => {
  let tries = 0;
  const open = () => {
    tries++;
    throw Object.assign(new Error("no space"), { code: 28 });
  };
  expect(() => againWhereGone(open)).toThrow("no space");
  expect(tries).toBe(1);
});
