/** The audit log as text. */
import type { AuditRecord, AuditReport } from "@sdl/engine";
import type { Style } from "../terminal.js";

export function renderAuditReport(report: AuditReport, style: Style): string {
  const { path, records, isIntact, problems, tornLines, lastHash } = report;
  const state = isIntact ? style.green("intact") : style.red("changed since it was written");
  const lines = [`${style.bold(path)}  ${records} records, ${state}`];
  for (const { line, what } of problems) lines.push(`  line ${line}: ${what}`);
  if (tornLines > 0)
    lines.push(style.dim(`${tornLines} lines that a dying process left unfinished; no record is missing`));
  if (lastHash !== undefined)
    lines.push(style.dim(`last hash ${lastHash}: keep it elsewhere to know later that nothing was cut off`));
  return `${lines.join("\n")}\n`;
}

export function renderAuditRecords(records: readonly AuditRecord[], style: Style): string {
  if (records.length === 0) return "No decision has been recorded yet.\n";
  return records.map((record) => `${renderRecord(record, style)}\n`).join("");
}

function renderRecord({ seq, at, event, previous: _, hash, ...detail }: AuditRecord, style: Style): string {
  const { decision, step, symbolId, reason, why, patch } = detail;
  const words = [
    decision,
    step && `(${String(step)})`,
    symbolId,
    reason && JSON.stringify(reason),
    why && `: ${String(why)}`,
  ];
  const said =
    event === "window" ? words.filter(Boolean).map(String).join(" ").replace(" : ", ": ") : JSON.stringify(patch);
  return `${seq}  ${at}  ${style.cyan(event)}  ${said}  ${style.dim(hash.slice(0, 12))}`;
}
