/** Text form of a risk analysis: decision, reasons, changes with their dependents, tests to run. */
import { stateOf, type TextBasis, warningLines } from "../../text/basis-text.js";
import { declarationDifferences } from "../../text/difference.js";
import { countText, textOf, wrapText } from "../../text/layout.js";
import { foldedNames, groupByFile, shortenList } from "../../text/names-text.js";

interface Label {
  readonly name: string;
  readonly file: string;
}

interface SentEvidence {
  readonly type: string;
  readonly description: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface SentTest {
  readonly type: "linked" | "dependent" | "changed";
  readonly targetSymbols?: readonly Label[] | undefined;
  readonly files: readonly string[];
}

/** A risk analysis, as far as its text needs it. */
export interface RiskAnswer extends TextBasis {
  readonly analysis: {
    readonly riskScore: number;
    readonly riskLevel: string;
    readonly findings?: readonly { readonly message: string; readonly affectedSymbols: readonly Label[] }[] | undefined;
    readonly evidence: readonly SentEvidence[];
    readonly recommendedTests?: readonly SentTest[] | undefined;
    readonly changedSymbolsCount: number;
    readonly blastRadiusCount: number;
  };
  readonly policyDecision: { readonly decision: string; readonly deniedReasons?: readonly string[] | undefined };
}

/** Words decision, findings, evidence and tests. */
export function riskText(answer: RiskAnswer): string {
  const { findings = [], evidence, recommendedTests = [] } = answer.analysis;
  return textOf([
    ...headLines(answer),
    ...warningLines(answer),
    ...findings.flatMap(findingLines),
    ...evidenceLines(evidence),
    ...testLines(recommendedTests),
  ]);
}

const DECISIONS: Readonly<Record<string, string>> = {
  allow: "allowed",
  escalate: "needs a reviewer",
  deny: "denied",
};

/** Prefix of a denial's reason that repeats the score, which the head line already has. */
const REPEATED_SCORE = /^risk \d+ of 100, and /;

function headLines({ analysis, policyDecision, ...basis }: RiskAnswer): string[] {
  const { riskScore, riskLevel, changedSymbolsCount, blastRadiusCount } = analysis;
  const { decision, deniedReasons = [] } = policyDecision;
  const because =
    deniedReasons.length === 0
      ? ""
      : `, because ${deniedReasons.map((reason) => reason.replace(REPEATED_SCORE, "")).join("; ")}`;
  const size = `${countText(changedSymbolsCount, "symbol")} changed, ${blastRadiusCount} may be affected`;
  return wrapText(
    `Risk ${riskScore} of 100, ${riskLevel}: ${DECISIONS[decision] ?? decision}${because}; ${size}; ${stateOf(basis)}`,
  );
}

/** Maximum names listed per finding. */
const MAX_NAMES = 8;

function findingLines({
  message,
  affectedSymbols,
}: {
  readonly message: string;
  readonly affectedSymbols: readonly Label[];
}) {
  const shown = affectedSymbols.slice(0, MAX_NAMES);
  const places = [...groupByFile(shown)].flatMap(([file, symbols]) =>
    wrapText(`${file}: ${foldedNames(symbols.map(({ name }) => name))}`, "  "),
  );
  return ["", `${message}${affectedSymbols.length > MAX_NAMES ? ", first of all" : ""}:`, ...places];
}

/** Details beyond the findings: broken references, differences of signatures and side effects. */
function evidenceLines(evidence: readonly SentEvidence[]): string[] {
  const broken = evidence.filter(({ type }) => type === "broken-reference").map(({ description }) => description);
  const differences = evidence.map(differenceOf).filter((difference) => difference !== undefined);
  return [...writeSection("Broken references", broken), ...writeSection("Differences", differences)];
}

function writeSection(title: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : ["", `${title}:`, ...entries.flatMap((entry) => wrapText(entry, "  "))];
}

function differenceOf({ description, data }: SentEvidence): string | undefined {
  const subject = description.slice(0, description.indexOf(")") + 1);
  const { before, after } = data;
  if (typeof before === "string" && typeof after === "string")
    return `${subject}: ${declarationDifferences(before, after).join("; ")}`;
  const lists = [...prefixedTexts("now", data["added"]), ...prefixedTexts("no longer", data["removed"])];
  return lists.length === 0 ? undefined : `${subject}: ${lists.join("; ")}`;
}

function prefixedTexts(word: string, list: unknown): string[] {
  return Array.isArray(list) ? list.map((text) => `${word} ${String(text)}`) : [];
}

const TEST_HEADINGS: readonly (readonly [SentTest["type"], string])[] = [
  ["linked", "test changed symbols"],
  ["dependent", "depend on changed symbols"],
  ["changed", "are changed themselves"],
];
const MAX_TARGETS = 3;

function testLines(tests: readonly SentTest[]): string[] {
  if (tests.length === 0) return [];
  const groups = TEST_HEADINGS.flatMap(([type, heading]) => {
    const ofType = tests.filter((test) => test.type === type);
    return ofType.length === 0 ? [] : [`  These ${heading}:`, ...ofType.flatMap(testLine)];
  });
  return ["", "Tests to run, nearest first:", ...groups];
}

function testLine({ files, targetSymbols = [] }: SentTest): string[] {
  const targets = targetSymbols.map(({ name }) => name);
  const about = targets.length === 0 ? "" : `  ${shortenList(targets, MAX_TARGETS)}`;
  return wrapText(`${files.join(", ")}${about}`, "    ");
}
