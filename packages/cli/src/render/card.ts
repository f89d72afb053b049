/** One card, field by field. */
import type { symbolGetCard } from "@sdl/engine";
import type { Style, Terminal } from "../terminal.js";
import { renderBasis } from "./basis.js";

type Answer = Awaited<ReturnType<typeof symbolGetCard.execute>>;
type Card = Extract<Answer, { readonly symbolId: string }>;

export function renderCard(answer: Answer, { style }: Terminal): string {
  if ("notModified" in answer) return `not modified  ${style.dim(answer.etag)}\n`;
  const { kind, name, file, range } = answer;
  const line = answer.line ?? range?.startLine ?? 1;
  const title = `${style.cyan(kind)} ${style.bold(answer.qualifiedName ?? name)}`;
  const end = range === undefined || range.endLine === line ? "" : `-${range.endLine}`;
  const lines = [`${title}  ${file}:${line}${end}  ${style.dim(answer.symbolId)}`, ...cardFields(answer, style)];
  return `${renderBasis(answer, style)}${lines.join("\n")}\n`;
}

function cardFields(card: Card, style: Style): string[] {
  const { exported, visibility, signature, summary, invariants, sideEffects, deps, metrics } = card;
  const { callResolution, cluster, processes } = card;
  const standing = visibility ?? (exported === true ? "exported" : undefined);
  const calls = callResolution?.calls.map(
    ({ label, confidence, resolutionReason }) => `${label} (${confidence.toFixed(2)}, ${resolutionReason})`,
  );
  const fields: readonly (readonly [string, string | undefined])[] = [
    ["", signature?.text],
    ["", summary],
    ["holds", invariants?.join("; ")],
    ["effects", sideEffects?.join("; ")],
    ["visibility", standing],
    ["imports", deps?.imports?.join(", ")],
    ["calls", deps?.calls?.join(", ")],
    ["resolved", calls?.join(", ")],
    ["used by", metrics === undefined ? undefined : `${metrics.fanIn} symbols; uses ${metrics.fanOut}`],
    ["changed", metrics?.churn30d === undefined ? undefined : `${metrics.churn30d} times in 30 days`],
    ["cluster", cluster === undefined ? undefined : `${cluster.label} (${cluster.memberCount} symbols)`],
    ["tested by", metrics?.testRefs?.join(", ")],
    ["part of", processes?.map(({ label, role, depth }) => `${label} (${role}, depth ${depth})`).join("; ")],
    ["etag", card.etag],
  ];
  return fields
    .filter((field): field is readonly [string, string] => field[1] !== undefined)
    .map(([label, text]) => (label === "" ? `  ${text}` : `  ${style.dim(label.padEnd(10))} ${text}`));
}
