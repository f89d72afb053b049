import { SdlError } from "@sdl/model";
import { expect, test } from "vitest";
import { DEFAULT_TOOLS, defaultToolOf } from "../../src/contract/default-tools.js";
import { toErrorAnswer } from "../../src/contract/error-answer.js";
import { listSpellings } from "../../src/contract/names.js";
import { findAction, suggestActions } from "../../src/dispatch.js";
import { ACTIONS } from "../../src/table.js";

test("no two actions share a spelling", () => {
  const all = ACTIONS.flatMap(({ name, guide }) => {
    const tool = defaultToolOf(name)?.name ?? name;
    return [...new Set([...listSpellings(name), ...listSpellings(tool), ...(guide.aliases ?? [])])];
  });
  expect(new Set(all).size).toBe(all.length);
});

test.each(["sdl.symbol.getCard", "symbol.getCard", "sdl_symbol_getCard", "symbol_getCard", "symbolGetCard"])(
  "%s is found",
  (name) => {
    expect(findAction(name)?.name).toBe("sdl.symbol.getCard");
  },
);

test("default tools are found by their names", () => {
  for (const { name, action } of DEFAULT_TOOLS) expect(findAction(name.replaceAll(".", "_"))?.name).toBe(action);
});

test("an unknown name fails with similar names", () => {
  expect(findAction("sdl_symbol_card")).toBeUndefined();
  expect(suggestActions("sdl_slice_biuld")).toEqual(["sdl.slice.build"]);
  expect(suggestActions("banana")).toEqual([]);
});

test("errors have the contract's fields, and no details of the machine", () => {
  const error = new SdlError("symbol_not_found", "m", { hint: "h", candidates: [] });
  expect(toErrorAnswer(error)).toEqual({ code: "symbol_not_found", message: "m", hint: "h" });
  expect(toErrorAnswer(new TypeError("x is not a function"))).toEqual({
    code: "internal",
    message:
      "x is not a function. This is an error in the program; repeat the call, and report the error if it persists.",
  });
});
