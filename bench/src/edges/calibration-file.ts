/** Table of measured confidences in the linker's sources: writes it from a fit, or compares it with one. */
import { readFileSync, writeFileSync } from "node:fs";
import { CALIBRATION_FILE } from "../paths.js";
import type { Steps } from "./fit-calibration.js";

const HEAD = `/**
 * Calibration data: how often each rule's call edges are right, by language and by the rule's own confidence, in
 * hundredths. Written by \`pnpm bench:edges --fit\` from projects that its report does not use; see bench/README.md.
 */
export const CALIBRATION = {
`;

/** The source text of the table. */
export function calibrationText(table: ReadonlyMap<string, ReadonlyMap<string, Steps>>): string {
  const lines: string[] = [];
  for (const [language, rules] of table) {
    lines.push(`  ${language}: {`);
    for (const [rule, steps] of rules) {
      const pairs = steps.map(([from, confidence]) => `[${from}, ${confidence}]`);
      lines.push(`    ${/^\w+$/.test(rule) ? rule : `"${rule}"`}: [${pairs.join(", ")}],`);
    }
    lines.push("  },");
  }
  return `${HEAD}${lines.join("\n")}\n} as const;\n`;
}

/** Writes the table into the linker's sources. */
export function writeCalibration(text: string): void {
  writeFileSync(CALIBRATION_FILE, text);
}

/** Whether the linker's source file contains exactly this table. */
export function isWritten(text: string): boolean {
  return readFileSync(CALIBRATION_FILE, "utf8").replace(/\s+/g, "") === text.replace(/\s+/g, "");
}
