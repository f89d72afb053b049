import {
  changedSymbolRecord,
  computeDelta,
  type Delta,
  findRisks,
  packAmplifiers,
  packDelta,
  recommendTests,
  riskParts,
  riskScore,
} from "@sdl/delta";
import { behaviourStatements } from "@sdl/slice";
import { expect, test } from "vitest";
import { parseSources, withVersions } from "./two-versions.js";

/** A delta as text: changes, affected symbols, risk. */
async function deltaText(before: string, after: string): Promise<string> {
  return withVersions([parseSources(before), parseSources(after)], (old, now) => {
    const delta = computeDelta(old.side, now.side, { describe: behaviourStatements });
    return [...packLines(delta), ...riskLines(delta)].join("\n");
  });
}

function packLines(delta: Delta): string[] {
  const { changedSymbols, blastRadius } = packDelta(delta, { repoId: "r", fromVersion: "a", toVersion: "b" });
  return [
    ...changedSymbols.map(({ changeType, name, risk }) => `${changeType} ${name} risk ${risk}`),
    "reaches",
    ...blastRadius.map(({ name, distance, rank, signal, reason, fanInTrend }) => {
      const trend = fanInTrend === undefined ? "" : ` fan-in ${fanInTrend.previous}→${fanInTrend.current}`;
      return `  ${rank.toFixed(3)} ${name} ${signal} ${distance}: ${reason}${trend}`;
    }),
    ...packAmplifiers(delta).map(
      ({ previous, current, growthRate }) => `amplifier ${previous}→${current} ${growthRate}`,
    ),
  ];
}

function riskLines(delta: Delta): string[] {
  const parts = riskParts(delta);
  const nameOf = (change: Delta["changes"][number]): string => changedSymbolRecord(delta.pairs, change).qualifiedName;
  return [
    `risk ${riskScore(parts)}: ${Object.entries(parts)
      .map(([name, value]) => `${name} ${Math.round(value)}`)
      .join(", ")}`,
    ...findRisks(delta).map(
      ({ type, score, message, symbols }) => `  ${type} ${score}: ${message}: ${symbols.map(nameOf).join(", ")}`,
    ),
    ...recommendTests(delta).map(
      ({ type, file, targets }) => `  test ${file} ${type} ${targets.map(nameOf).join(", ")}`,
    ),
  ];
}

const BASE = `//- src/token.ts
export interface Decoder {
  decode(text: string): string;
}
export class PlainDecoder implements Decoder {
  decode(text: string): string {
    return text.trim();
  }
}
export function validate(bearer: string): string {
  if (bearer === "") throw new Error("empty");
  return new PlainDecoder().decode(bearer);
}
function helper(n: number): number {
  return n + 1;
}
export const LIMIT = helper(2);
//- src/auth.ts
import { validate } from "./token";
export function authenticate(bearer: string): string {
  return validate(bearer).toUpperCase();
}
export function refresh(bearer: string): string {
  return validate(bearer);
}
//- src/server.ts
import { authenticate } from "./auth";
export function handleLogin(request: { bearer: string }): string {
  return authenticate(request.bearer);
}
export function handleBoth(request: { bearer: string }): string {
  return handleLogin(request);
}
//- src/other.ts
import type { Decoder } from "./token";
import { LIMIT } from "./token";
export class Upper implements Decoder {
  decode(text: string): string { return text.toUpperCase(); }
}
export function useDecoder(decoder: Decoder): string {
  return decoder.decode(String(LIMIT));
}
//- test/token.test.ts
import { validate } from "../src/token";
test("validate", () => {
  expect(validate("a")).toBe("a");
});
`;

function edited(...edits: readonly (readonly [string, string])[]): string {
  let text = BASE;
  for (const [from, to] of edits) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  return text;
}

test.each<readonly [string, string]>([
  ["a comment", edited(["  return text.trim();", "  // trims\n    return text.trim();"])],
  ["a required parameter", edited(["validate(bearer: string)", "validate(bearer: string, now: number)"])],
  ["a body", edited(["return n + 1", "return n + 2"])],
  [
    "a removed function",
    edited([BASE.slice(BASE.indexOf("export function validate"), BASE.indexOf("function helper")), ""]),
  ],
  [
    "an interface's method",
    edited(["  decode(text: string): string;\n", "  decode(text: string, strict: boolean): string;\n"]),
  ],
  [
    "an interface's new method",
    edited(["  decode(text: string): string;\n", "  decode(text: string): string;\n  reset(): void;\n"]),
  ],
  ["an interface's removed method", edited(["  decode(text: string): string;\n", ""])],
  [
    "a renamed method",
    edited([
      "  decode(text: string): string {\n    return text.trim()",
      "  read(text: string): string {\n    return text.trim()",
    ]),
  ],
  [
    "a new caller",
    edited(
      [
        "export function handleBoth",
        "export function third(a: string) {\n  return authenticate(a) + validate(a);\n}\nexport function fourth(a: string) {\n  return validate(a);\n}\nexport function handleBoth",
      ],
      [
        'import { authenticate } from "./auth";',
        'import { authenticate } from "./auth";\nimport { validate } from "./token";',
      ],
    ),
  ],
])("%s", async (_, after) => {
  expect(await deltaText(BASE, after)).toMatchSnapshot();
});

test("files that the repository marks as test code add no risk, and are recommended if they reach a change", async () => {
  const sources = (body: string, config: string) => `//- sdl.config.json
${config}
//- src/price.ts
export function price(sum: number): number {
  return ${body};
}
//- checks/price.ts
import { price } from "../src/price.js";
export function checkPrice(): number {
  return ${body} + price(1);
}
`;
  const read = async (config: string) => {
    const text = await deltaText(sources("1", config), sources("2", config));
    return text
      .split("\n")
      .filter((line) => /^(modified| {2}test) /.test(line))
      .sort();
  };
  expect(await read("{}")).toEqual(["modified checkPrice risk 20", "modified price risk 20"]);
  expect(await read('{ "tests": ["checks/"] }')).toEqual([
    "  test checks/price.ts changed price",
    "modified checkPrice risk 0",
    "modified price risk 0",
  ]);
});
