/** Micro-suites: one small case per language feature, judged together by precision and recall. See micro-case.ts for the format. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type MicroCase, parseCases } from "./micro-case.js";
import { report, shareOf } from "./micro-report.js";
import { judge } from "./micro-score.js";

/**
 * By folder: extension of single-file cases, and the required precision and recall. The goal is .95 and .90; a lower
 * figure is the current state.
 */
const SUITES = {
  components: { extension: ".vue", cases: 11, precision: 0.95, recall: 0.95 },
  go: { extension: ".go", cases: 70, precision: 0.95, recall: 0.95 },
  python: { extension: ".py", cases: 150, precision: 0.95, recall: 0.95 },
  typescript: { extension: ".ts", cases: 150, precision: 0.95, recall: 0.95 },
} as const;

function casesOf(language: string, extension: string): MicroCase[] {
  const folder = new URL(`./${language}/`, import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .flatMap((name) =>
      parseCases(name.slice(0, -".txt".length), extension, readFileSync(new URL(name, folder), "utf8")),
    );
}

describe.each(Object.entries(SUITES))("%s", (language, suite) => {
  const cases = casesOf(language, suite.extension);

  test("every case has an expectation and a unique title", () => {
    expect(cases.filter((it) => it.annotations === 0).map((it) => it.title)).toEqual([]);
    const titles = cases.map((it) => `${it.feature}: ${it.title}`);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
    expect(cases.length).toBeGreaterThanOrEqual(suite.cases);
  });

  test("precision and recall reach the required values", () => {
    const verdicts = cases.flatMap(judge);
    const text = report(language, verdicts);
    process.stdout.write(`${text}\n`);
    expect(shareOf(verdicts, "right", "wrong"), text).toBeGreaterThanOrEqual(suite.precision);
    expect(shareOf(verdicts, "found", "missed"), text).toBeGreaterThanOrEqual(suite.recall);
  });
});
