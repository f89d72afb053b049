/** Every form of a trace, behind everything that logs, terminals and pages do to it. */
import { expect, test } from "vitest";
import { parseStackTrace } from "../../src/index.js";
import { DECORATIONS, TRACE_FORMS } from "./trace-forms.js";

/** The frames of the traced program, innermost first, as `db:7 query`. A place that is printed once more without its function is left out. */
function ownFrames(text: string): string {
  const frames = parseStackTrace(text).flatMap((cause) => cause.frames);
  const own = frames.flatMap(({ path, line, name }) => {
    const stem = /(?:^|\/)app\/(db|run)\.\w+$/.exec(path)?.[1];
    return stem === undefined ? [] : [`${stem}:${line}${name === undefined ? "" : ` ${innermostName(name)}`}`];
  });
  const told = [...new Set(own)];
  return told.filter((frame) => !told.some((other) => other.startsWith(`${frame} `))).join(", ");
}

/** `Shop.query.<locals>.<genexpr>` is code of `query`. */
function innermostName(name: string): string | undefined {
  return name.replace(/\.<.*/, "").split(".").at(-1);
}

test.each(TRACE_FORMS)("$name: innermost frame first", ({ text }) => {
  expect(ownFrames(text)).toBe("db:7 query, run:9 run");
});

test.each(DECORATIONS)("frames of every form are read behind: $name", ({ apply }) => {
  const read = TRACE_FORMS.map(({ name, text }) => `${name}: ${ownFrames(apply(text))}`);
  expect(read).toEqual(TRACE_FORMS.map(({ name }) => `${name}: db:7 query, run:9 run`));
});
