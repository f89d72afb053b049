/**
 * Ids and handles of an answer for use in programs: texts name symbols by place only. One per line, in the answer's
 * order.
 */
import { placeText } from "@sdl/engine";

/** Fields whose values are ids or handles. */
const NAMES = ["sliceHandle", "spilloverHandle", "sliceHash", "versionId", "ledgerVersion", "cursor"] as const;

/** Lists the ids and handles below a heading; empty text if the answer has none. */
export function formatIds(answer: object): string {
  const lines = new Set<string>();
  collectIdLines(answer, lines);
  return lines.size === 0 ? "" : `\nIds:\n${[...lines].map((line) => `  ${line}\n`).join("")}`;
}

function collectIdLines(value: unknown, lines: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) addOwn(value as Readonly<Record<string, unknown>>, lines);
  for (const inner of Object.values(value)) collectIdLines(inner, lines);
}

function addOwn(found: Readonly<Record<string, unknown>>, lines: Set<string>): void {
  const { symbolId, memoryId, name, file, line, title } = found;
  if (typeof symbolId === "string" && typeof name === "string")
    lines.add(`${symbolId}  ${name}${typeof file === "string" ? `  ${placeOf(file, line)}` : ""}`);
  if (typeof memoryId === "string") lines.add(`${memoryId}${typeof title === "string" ? `  ${title}` : ""}`);
  for (const field of NAMES) {
    const text = found[field];
    if (typeof text === "string") lines.add(`${text}  ${field}`);
  }
}

function placeOf(file: string, line: unknown): string {
  return typeof line === "number" ? placeText(file, line) : file;
}
