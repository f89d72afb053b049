/** Text of audit log reports and records. */
import { type AuditRecord, type AuditReport, wrapText } from "@sdl/engine";
import type { Style, Terminal } from "../terminal.js";

const COLUMNS = 80;

/** Formats a report as text: state, problems, notes, and what verification cannot detect. */
export function renderAuditReport(report: AuditReport, { style }: Terminal): string {
  const { path, headPath, records, problems, notes, unknowns, lastHash } = report;
  const lines = [
    `${style.bold(path)}`,
    `${records} ${records === 1 ? "record" : "records"}, ${logStateText(report, style)}`,
    ...problems.flatMap(({ line, what }) =>
      wrapText(line === undefined ? what : `line ${line}: ${what}`, "  ", COLUMNS),
    ),
    ...notes.flatMap((note) => wrapText(note, "  ", COLUMNS)),
    ...(problems.length === 0
      ? []
      : wrapText(
          `If you know what happened, accept it on the record: sdl audit accept --reason "…". To begin a new log, move this one away, and its head ${headPath}.`,
          "",
          COLUMNS,
        )),
    ...(unknowns.length === 0 ? [] : ["Not known:"]),
    ...unknowns.flatMap((unknown) => wrapText(unknown, "  ", COLUMNS)),
    ...(lastHash === undefined ? [] : [style.dim(`last hash ${lastHash}`)]),
  ];
  return `${lines.join("\n")}\n`;
}

function logStateText({ records, isIntact, hasHead }: AuditReport, style: Style): string {
  if (!isIntact) return style.red("changed since they were written");
  if (records === 0) return "nothing was recorded here";
  return hasHead ? style.green("as they were written") : style.yellow("as they were written, if none is missing");
}

/** Formats as text: records, one per line. */
export function renderAuditRecords(records: readonly AuditRecord[], style: Style): string {
  if (records.length === 0) return "No decision has been recorded yet.\n";
  return records.map((record) => `${renderRecord(record, style)}\n`).join("");
}

function renderRecord({ seq, at, event, hash, ...detail }: AuditRecord, style: Style): string {
  return `${seq}  ${at}  ${style.cyan(event)}  ${eventText(event, detail)}  ${style.dim(hash.slice(0, 12))}`;
}

function eventText(event: string, detail: Readonly<Record<string, unknown>>): string {
  const { decision, step, symbolId, reason, why, patch, forgotten, failed } = detail;
  if (event === "policy") {
    if (forgotten !== undefined) return `forgotten: ${JSON.stringify(forgotten)}`;
    return `${JSON.stringify(patch)}${failed === undefined ? "" : `, not made: ${String(failed)}`}`;
  }
  if (event === "accept") return `the log before it, ${JSON.stringify(reason)}`;
  const words = [
    decision,
    step && `(${String(step)})`,
    symbolId,
    reason && JSON.stringify(reason),
    why && `: ${String(why)}`,
  ];
  return words.filter(Boolean).map(String).join(" ").replace(" : ", ": ");
}
