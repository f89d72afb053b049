/** Tests of the fit of confidences: judged edges as `rule own right/edges`, steps as text. */
import { expect, test } from "vitest";
import { calibrationText } from "../../src/edges/calibration-file.js";
import { fitCalibration } from "../../src/edges/fit-calibration.js";
import type { JudgedEdge } from "../../src/edges/judge.js";

/** @param lines `rule confidence right wrong unjudged` */
function project(...lines: string[]): JudgedEdge[] {
  return lines.flatMap((line) => {
    const [rule = "", own, right, wrong, unjudged = "0"] = line.split(" ");
    const edge = {
      from: "a.ts#f",
      to: "a.ts#g",
      confidence: Number(own) / 100,
      rule,
      receiver: undefined,
      shape: undefined,
    };
    const many = (count: string | undefined, verdict: JudgedEdge["verdict"]) =>
      Array.from({ length: Number(count) }, () => ({ ...edge, verdict, language: "typescript", line: 1 }));
    return [...many(right, "right"), ...many(wrong, "wrong"), ...many(unjudged, "unjudged")];
  });
}

/** @param elsewhere projects of another language */
function check(projects: JudgedEdge[][], expected: string, elsewhere: JudgedEdge[][] = []): void {
  const languages = new Map([
    ["one", projects],
    ["other", elsewhere],
  ]);
  const steps = [...(fitCalibration(languages).get("one") ?? [])].map(
    ([rule, own]) => `${rule} ${own.map((step) => step.join("→")).join(" ")}`,
  );
  expect(steps.join("\n")).toBe(expected);
}

test("few edges change a rule's own confidence little, many change it much, unjudged ones not at all", () => {
  check([project("annotation 92 0 5")], "annotation 92→74");
  check([project("annotation 92 250 250")], "annotation 92→52");
  check([project("annotation 92 0 0 900", "import 97 10 0")], "import 97→98");
});

test("confidence never decreases when a rule's own confidence rises", () => {
  check([project("return-type 80 60 40", "return-type 85 40 60")], "return-type 80→51");
  check([project("return-type 80 40 60", "return-type 85 60 40")], "return-type 80→44 85→58");
});

test("a level with few edges is shrunk to its rule's other levels, without those to the rule in other languages", () => {
  check([project("interface 60 1 0", "interface 85 480 20")], "interface 60→95 85→96");
  check([project("interface 60 1 0", "interface 85 100 100")], "interface 60→53");
  check([project("interface 85 1 0")], "interface 85→86");
  check([project("interface 85 1 0")], "interface 85→55", [project("interface 85 100 100")]);
});

test("one project alone decides nothing, and no confidence is 1", () => {
  check([project("lexical 98 0 9000"), project("lexical 98 500 0"), project("lexical 98 500 0")], "lexical 98→67");
  check([project("lexical 98 500 0"), project("lexical 98 500 0")], "lexical 98→99");
});

test("the table is source text", () => {
  expect(calibrationText(fitCalibration(new Map([["python", [project("this-member 95 9 1")]]])))).toContain(
    '  python: {\n    "this-member": [[95, 93]],\n  },\n} as const;',
  );
});
