/** Text of doctor's findings and repairs. */
import type { Change, Place } from "@sdl/clients";
import { type Finding, wrapText } from "@sdl/engine";
import type { Style, Terminal } from "../terminal.js";
import { escapeControlCharacters, shortPath } from "./init.js";

/** A finding, and whether doctor can repair it. */
export interface DoctorFinding extends Finding {
  /** `--fix` repairs it. */
  readonly fixable?: boolean;
}

const MARKS: Readonly<Record<Finding["level"], string>> = { ok: "ok", note: "note", problem: "PROBLEM" };
const MARK_COLUMNS = 8;
const LEAST_SUBJECT_COLUMNS = 12;
const MOST_COLUMNS = 120;

/** Formats as text: repairs first, then findings, wrapped to the terminal's width. */
export function renderFindings(
  findings: readonly DoctorFinding[],
  fixed: readonly Change[],
  { fix, place }: { readonly fix: boolean; readonly place: Place },
  { style, columns }: Terminal,
): string {
  const subjects = Math.max(LEAST_SUBJECT_COLUMNS, ...findings.map(({ subject }) => subject.length + 2));
  const layout = { style, width: Math.min(columns, MOST_COLUMNS), subjects };
  const done = fixed.map(({ status, path, error }) => {
    const text = `${shortPath(path, place)}: ${error === undefined ? status : `not changed: ${error.message}`}`;
    return `${(error === undefined ? style.green : style.red)("fixed".padEnd(MARK_COLUMNS))}${text}\n`;
  });
  const isFixable = !fix && findings.some(({ fixable }) => fixable === true);
  const last = isFixable ? `\n${style.bold("sdl doctor --fix")} mends what clients' files say.\n` : "";
  return done.join("") + findings.map((finding) => renderFinding(finding, layout)).join("") + last;
}

interface Layout {
  readonly style: Style;
  readonly width: number;
  readonly subjects: number;
}

function renderFinding({ level, subject, text, advice }: DoctorFinding, { style, width, subjects }: Layout): string {
  const paint = level === "ok" ? style.green : level === "note" ? style.yellow : style.red;
  const label = `${paint(MARKS[level].padEnd(MARK_COLUMNS))}${style.dim(subject.padEnd(subjects))}`;
  const indent = " ".repeat(MARK_COLUMNS + subjects);
  const lines = wrapText(escapeControlCharacters(text), "", width - indent.length).map((line) => line.trimStart());
  const advised = advice === undefined ? [] : [style.bold(`-> ${escapeControlCharacters(advice)}`)];
  return `${label}${[...lines, ...advised].join(`\n${indent}`)}\n`;
}
