/** Text of why files are indexed or not. */
import type { FileReason } from "@sdl/engine";
import type { Style, Terminal } from "../terminal.js";

interface Reasons {
  readonly repoId: string;
  readonly versionId: string | undefined;
  readonly files: readonly FileReason[];
}

/** Names of reasons in the counts of a folder. */
const WORDS: Readonly<Partial<Record<FileReason["reason"], string>>> = {
  "no-language": "in no language that is indexed",
  "language-off": "in a language that is left out",
  "built-in": "named on the built-in list of what is left out",
  link: "links",
  new: "new since the last index",
};

/** Formats as text: the reasons, one paragraph per path. */
export function renderReasons({ repoId, versionId, files }: Reasons, { style }: Terminal): string {
  // A version's name is its creation time.
  const made =
    versionId === undefined ? "not indexed yet" : `indexed ${new Date(Number(versionId.slice(1))).toISOString()}`;
  return [`${style.bold(repoId)}  ${style.dim(made)}\n`, ...files.map((file) => renderReason(file, style))].join("");
}

function renderReason({ path, indexed, text, advice, counts }: FileReason, style: Style): string {
  const mark = indexed ? style.green("yes") : style.yellow("no ");
  const lines = [`${mark}  ${style.bold(path === "" ? "." : path)}`, `     ${text}`];
  for (const [reason, count] of Object.entries(counts ?? {}))
    lines.push(`     ${String(count).padStart(7)}  ${WORDS[reason as FileReason["reason"]] ?? reason}`);
  if (advice !== undefined) lines.push(`     ${style.bold(`-> ${advice}`)}`);
  return `${lines.join("\n")}\n`;
}
