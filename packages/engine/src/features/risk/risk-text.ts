/** Text form of a risk analysis: decision, reasons, changes with their dependents, tests to run. */
import { stateOf, type TextBasis, warningLines } from "../../text/basis-text.js";
import { declarationDifferences } from "../../text/difference.js";
import { countText, textOf, wrapText } from "../../text/layout.js";
import { foldedNames, groupByFile } from "../../text/names-text.js";
import { breakLines, companionLines, type SentBreak, type SentTest, testLines } from "../../text/review-lines.js";

interface Label {
  readonly name: string;
  readonly file: string;
}

interface SentFinding {
  readonly type: string;
  readonly message: string;
  readonly affectedSymbols: readonly Label[];
}

interface SentEvidence {
  readonly type: string;
  readonly description: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface RecommendedTests extends Pick<SentTest, "type" | "files"> {
  readonly targetSymbols?: readonly Label[] | undefined;
}

/** Fields of a risk analysis that the text form shows. */
export interface RiskAnswer extends TextBasis {
  readonly analysis: {
    readonly riskScore: number;
    readonly riskLevel: string;
    readonly findings?: readonly SentFinding[] | undefined;
    readonly evidence: readonly SentEvidence[];
    readonly recommendedTests?: readonly RecommendedTests[] | undefined;
    readonly breaks?: readonly SentBreak[] | undefined;
    readonly breaksCount: number;
    readonly alsoUsuallyChanges?: readonly Label[] | undefined;
    readonly changedSymbolsCount: number;
    readonly blastRadiusCount: number;
  };
  readonly policyDecision: { readonly decision: string; readonly deniedReasons?: readonly string[] | undefined };
}

/** Formats as text: decision, findings, evidence and tests. */
export function riskText(answer: RiskAnswer): string {
  const { findings = [], breaks, breaksCount, evidence, recommendedTests = [], alsoUsuallyChanges } = answer.analysis;
  const tests = recommendedTests.map(({ type, files, targetSymbols = [] }) => {
    return { type, files, targets: targetSymbols.map(({ name }) => name) };
  });
  // Breaks are printed with their declarations; the same finding and difference are not repeated.
  const told = new Set((breaks ?? []).map(({ name, file }) => `${name} (${file})`));
  return textOf([
    ...headLines(answer),
    ...warningLines(answer),
    ...breakLines(breaks, breaksCount),
    ...findings.filter(({ type }) => type !== "interface-breaking-changes").flatMap(findingLines),
    ...evidenceLines(evidence.filter((one) => one.type !== "signature-change" || !told.has(evidenceSubject(one)))),
    ...testLines(tests),
    ...companionLines(alsoUsuallyChanges),
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

function findingLines({ message, affectedSymbols }: SentFinding): string[] {
  const shown = affectedSymbols.slice(0, MAX_NAMES);
  const places = [...groupByFile(shown)].flatMap(([file, symbols]) =>
    wrapText(`${file}: ${foldedNames(symbols.map(({ name }) => name))}`, "  "),
  );
  return ["", `${message}${affectedSymbols.length > MAX_NAMES ? ", first of all" : ""}:`, ...places];
}

/** Details beyond the findings: broken references, differences of signatures and side effects. */
function evidenceLines(evidence: readonly SentEvidence[]): string[] {
  const broken = evidence.filter(({ type }) => type === "broken-reference").map(({ description }) => description);
  const differences = evidence.map(evidenceDifference).filter((difference) => difference !== undefined);
  return [...writeSection("Broken references", broken), ...writeSection("Differences", differences)];
}

function writeSection(title: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : ["", `${title}:`, ...entries.flatMap((entry) => wrapText(entry, "  "))];
}

/** `Cart.add (src/cart.ts)`, with which each description begins. */
function evidenceSubject({ description }: Pick<SentEvidence, "description">): string {
  return description.slice(0, description.indexOf(")") + 1);
}

function evidenceDifference({ description, data }: SentEvidence): string | undefined {
  const subject = evidenceSubject({ description });
  const { before, after } = data;
  if (typeof before === "string" && typeof after === "string")
    return `${subject}: ${declarationDifferences(before, after).join("; ")}`;
  const lists = [...prefixedTexts("now", data["added"]), ...prefixedTexts("no longer", data["removed"])];
  return lists.length === 0 ? undefined : `${subject}: ${lists.join("; ")}`;
}

function prefixedTexts(word: string, list: unknown): string[] {
  return Array.isArray(list) ? list.map((text) => `${word} ${String(text)}`) : [];
}
