/** Read-only members of classes and interfaces, written as guards of their symbol. */
import { SymbolFlag } from "@sdl/model";
import { FIELDS } from "@sdl/model/facts";
import type { Extraction } from "../extraction.js";
import type { BehaviourRows } from "./behaviour-rows.js";

/** Maximum number of names listed; for further names the text gives their number. */
const MAX_NAMES = 6;

/** Adds one guard per class or interface that lists its read-only members. */
export function addReadonlyMembers(rows: BehaviourRows, extraction: Extraction): void {
  const fields = extraction.facts.table(FIELDS);
  const flags = fields.column("flags");
  const names = new Map<number, number[]>();
  for (let row = 0; row < flags.length; row++) {
    if (((flags[row] as number) & SymbolFlag.Readonly) === 0) continue;
    const owner = fields.get(row, "owner");
    const list = names.get(owner);
    if (list === undefined) names.set(owner, [fields.get(row, "name")]);
    else list.push(fields.get(row, "name"));
  }
  if (names.size === 0) return;
  const texts = extraction.facts.texts();
  for (const [owner, list] of names) {
    const shown = list.slice(0, MAX_NAMES).map((name) => texts[name] ?? "");
    if (list.length > MAX_NAMES) shown.push(`+${list.length - MAX_NAMES} more`);
    rows.addGuard(owner, extraction.nodeOf(owner), { kind: "readonly", text: shown.join(", ") });
  }
}
