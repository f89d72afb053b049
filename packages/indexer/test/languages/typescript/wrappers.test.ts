import { expect, test } from "vitest";
import { factsOf } from "./check-facts.js";

/** Lines of variables and methods, without details. */
function declared(source: string): string[] {
  return factsOf(source)
    .split("\n")
    .flatMap((line) => /^(?:variable|method|function) (\S+)/.exec(line)?.[1] ?? []);
}

test.each([
  ["a bare block", "{ const box = { open() {}, size: 1 }; let plain = 1; }", ["box", "box.open", "plain"]],
  ["a function called at once", "(function ($) { var box = { open: function () {} }; })(jQuery);", ["box", "box.open"]],
  ["behind an operator", "!function () { var plain = 1; }();", ["plain"]],
  ["called with its object", "(function () { var plain = 1; }).call(this);", ["plain"]],
  ["an arrow function", "(async () => { const plain = await make(); })();", ["plain"]],
  ["a module's value", "var lib = (function () { var own = 1; return own; })();", ["lib", "own"]],
  ["a factory", "(function (root, make) { make(root); })(this, function (root) { var own = 1; });", ["own"]],
  ["a defined module", 'define(["a"], function (a) { var own = { run() {} }; });', ["own", "own.run"]],
  ["one in another", "(function () { (function () { var own = 1; })(); })();", ["own"]],
])("declarations inside %s belong to the module", (_, source, names) => {
  expect(declared(source)).toEqual(names);
});

test.each([
  ["a computed value", "const value = (() => { const step = 1; return step; })();", ["value"]],
  ["a callback", "run(function () { const step = 1; });", []],
  ["a function's own call", "function f() { (function () { const step = 1; })(); }", ["f"]],
  ["the block of a statement", "if (a) { const step = 1; }", []],
  ["an argument of a method", "make(1)(function () { const step = 1; });", []],
])("declarations inside %s are local", (_, source, names) => {
  expect(declared(source)).toEqual(names);
});
