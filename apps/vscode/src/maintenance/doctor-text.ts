/** Markdown of the doctor's findings. Pure. */
import type { DoctorAnswer, Finding } from "../server/answers.js";

const MARKS: Readonly<Record<Finding["level"], string>> = { ok: "ok", note: "note", problem: "**PROBLEM**" };

/** Writes the findings, one section per folder. */
export function doctorMarkdown(folders: readonly { readonly name: string; readonly answer: DoctorAnswer }[]): string {
  const sections = folders.map(({ name, answer: { findings } }) =>
    [`## ${name}`, "", ...findings.map(findingLine)].join("\n"),
  );
  return `# What the doctor found\n\n${sections.join("\n\n")}\n`;
}

function findingLine({ level, subject, text, advice }: Finding): string {
  return `- ${MARKS[level]} ${subject}: ${text}${advice === undefined ? "" : `\n  What to do: ${advice}`}`;
}
