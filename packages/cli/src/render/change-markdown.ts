/** A change report as Markdown, short enough for a comment on a pull request: what matters first, lists cut with their counts. */
import { type ChangeReport, differingExcerpts, placeText } from "@sdl/engine";

const MAX = { breaks: 15, users: 3, findings: 7, changes: 15, reached: 10, tests: 15, notes: 4 };
const SHORT_COMMIT = 10;
const MAX_NAME = 120;

type Change = ChangeReport["changes"][number];

/** Words a report. @param gate limit of the risk, named in the title if given */
export function changeMarkdown(report: ChangeReport, gate?: number): string {
  const { riskScore, riskLevel, notes } = report;
  const verdict =
    gate === undefined
      ? ""
      : riskScore >= gate
        ? ` – at or above the limit of ${gate}`
        : `, under the limit of ${gate}`;
  const sections = [
    `## SDL: risk ${riskScore} of 100 (${riskLevel})${verdict}`,
    summarySection(report),
    ...notes.slice(0, MAX.notes).map((note) => `> ${escapeText(note)}`),
    breaksSection(report),
    findingsSection(report),
    changesSection(report),
    blastRadiusSection(report),
    testsSection(report),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

function summarySection({ base, head, mergeBase, files, changes: all, blastRadius }: ChangeReport): string {
  const from =
    mergeBase === undefined
      ? sideText(base)
      : `${quoteAsCode(mergeBase.slice(0, SHORT_COMMIT))} (merge base of ${quoteAsCode(base.name)} and ${quoteAsCode(head.name)})`;
  const counts = `${pluralText(all.length, "symbol")} changed in ${pluralText(files.length, "file")}; ${blastRadius.length} may be affected.`;
  return `${from} → ${sideText(head)}: ${counts}`;
}

function sideText({ name, commit }: ChangeReport["base"]): string {
  if (commit === undefined) return escapeText(name);
  const short = commit.slice(0, SHORT_COMMIT);
  return commit.startsWith(name) ? quoteAsCode(short) : `${quoteAsCode(name)} (${quoteAsCode(short)})`;
}

/** What no longer fits, and whom it breaks. */
function breaksSection({ breaks: all }: ChangeReport): string {
  if (all.length === 0) return "";
  const rows = all.slice(0, MAX.breaks).map(({ name, file, line, changes: what, unchangedUsers: users }) => {
    const place = name === file ? file : placeText(file, line);
    const named = users
      .slice(0, MAX.users)
      .map((user) => quoteAsCode(`${user.name} (${placeText(user.file, user.line)})`));
    const rest = users.length > named.length ? `, … ${users.length - named.length} more` : "";
    return `| ${quoteAsCode(name)} | ${quoteAsCode(place)} | ${escapeText(what.join("; "))} | ${named.join(", ")}${rest} |`;
  });
  return [
    "### Breaks",
    "",
    "| what | place | change for its users | users that did not change |",
    "|---|---|---|---|",
    ...rows,
    ...moreRow(all.length, MAX.breaks, 4),
  ].join("\n");
}

function findingsSection({ findings: all }: ChangeReport): string {
  if (all.length === 0) return "";
  const rows = all.slice(0, MAX.findings).map(({ severity, score, message, symbols }) => {
    const names = symbols.slice(0, 3).map(({ name }) => quoteAsCode(name));
    const more = symbols.length > names.length ? `, … ${symbols.length - names.length} more` : "";
    return `| ${severity} (${score}) | ${escapeText(message)} | ${names.join(", ")}${more} |`;
  });
  return ["### Findings", "", "| severity | finding | symbols |", "|---|---|---|", ...rows].join("\n");
}

function changesSection({ changes: all }: ChangeReport): string {
  if (all.length === 0) return "No symbol changed.";
  const rows = all.slice(0, MAX.changes).map((change) => {
    const { file, line } = change.place;
    return `| ${change.risk} | ${quoteAsCode(change.name)} | ${quoteAsCode(placeText(file, line))} | ${whatChanged(change)} |`;
  });
  return [
    "### Changed",
    "",
    "| risk | symbol | place | change |",
    "|---:|---|---|---|",
    ...rows,
    ...moreRow(all.length, MAX.changes, 4),
  ].join("\n");
}

function whatChanged({
  changeType,
  movedFrom,
  signatureDiff,
  invariantDiff,
  sideEffectDiff,
  bodyChanged,
}: Change): string {
  const parts = [
    ...(changeType === "modified" ? [] : [changeType]),
    ...(movedFrom === undefined ? [] : [`moved from ${quoteAsCode(`${movedFrom.file}: ${movedFrom.name}`)}`]),
    ...(signatureDiff === undefined ? [] : [signatureText(signatureDiff)]),
    ...(invariantDiff === undefined ? [] : ["checks"]),
    ...(sideEffectDiff === undefined ? [] : ["side effects"]),
    ...(bodyChanged && changeType === "modified" ? ["body"] : []),
  ];
  return parts.join(", ");
}

/** Both declarations, cut to what differs. */
function signatureText({ before, after }: NonNullable<Change["signatureDiff"]>): string {
  const excerpts = differingExcerpts(before, after, MAX_NAME);
  return `signature: ${quoteAsCode(excerpts.before)} → ${quoteAsCode(excerpts.after)}`;
}

function blastRadiusSection({ blastRadius }: ChangeReport): string {
  if (blastRadius.length === 0) return "";
  const rows = blastRadius.slice(0, MAX.reached).map(({ name, file, line, distance, reason }) => {
    return `| ${quoteAsCode(name)} | ${quoteAsCode(placeText(file, line))} | ${distance} | ${escapeText(reason)} |`;
  });
  return [
    "### May break",
    "",
    "| symbol | place | distance | why |",
    "|---|---|---:|---|",
    ...rows,
    ...moreRow(blastRadius.length, MAX.reached, 4),
  ].join("\n");
}

function testsSection({ tests: all }: ChangeReport): string {
  if (all.length === 0) return "";
  const rows = all.slice(0, MAX.tests).map(({ file, targets }) => {
    return `- ${quoteAsCode(file)}${targets.length === 0 ? "" : `: ${targets.slice(0, 3).map(quoteAsCode).join(", ")}`}`;
  });
  const more = all.length > MAX.tests ? [`- … ${all.length - MAX.tests} more`] : [];
  return ["### Tests to run", "", ...rows, ...more].join("\n");
}

function moreRow(count: number, shown: number, columns: number): string[] {
  return count <= shown ? [] : [`| … | ${count - shown} more |${" |".repeat(columns - 2)}`];
}

function pluralText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * Quotes text of a repository as code, so that it cannot end the table cell, the code or the comment, mention a user,
 * or start a link.
 */
function quoteAsCode(text: string): string {
  const line = oneLine(text).replaceAll("|", "\\|");
  const longest = Math.max(0, ...Array.from(line.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return longest === 0 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

function escapeText(text: string): string {
  return oneLine(text).replace(/[\\`*_{}[\]<>#|~!@]/g, "\\$&");
}

/** Without control characters and marks that change the text's direction. */
function oneLine(text: string): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
  return clean.length > MAX_NAME ? `${clean.slice(0, MAX_NAME)}…` : clean;
}
