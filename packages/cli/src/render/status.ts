/** The state of a repository's index. */
import type { repoStatus } from "@sdl/engine";
import type { Terminal } from "../terminal.js";

type Answer = Awaited<ReturnType<typeof repoStatus.execute>>;

/** How many files are not indexed or not linked, by class of reason. */
function skippedRow({ skipped = [] }: Answer): [string, string][] {
  const counts = skipped.map(({ reason, files }) => `${files} ${reason}`).join(", ");
  return counts === "" ? [] : [["skipped", counts]];
}

/** Files that are read in part, and kinds that are not. */
export function unreadRows({
  syntaxErrors,
  notRead = [],
}: Pick<Answer, "syntaxErrors" | "notRead">): [string, string][] {
  const { files = 0, names = [] } = syntaxErrors ?? {};
  const more = files > names.length ? ` and ${files - names.length} more` : "";
  const kinds = notRead.map(({ extension, files: count }) => `${count} ${extension || "without extension"}`).join(", ");
  return [
    ...(files === 0 ? [] : ([["syntax errors", `${names.join(", ")}${more}`]] as [string, string][])),
    ...(kinds === "" ? [] : ([["not read", kinds]] as [string, string][])),
  ];
}

/** What all indexes take, where the user limits that. */
function diskRow({ disk }: Answer): [string, string][] {
  if (disk === undefined) return [];
  const [taken, limit] = [disk.takenBytes, disk.limitBytes].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`);
  const advice = disk.takenBytes > disk.limitBytes ? "; raise it, or: sdl clean --all" : "";
  return [["disk", `${taken} of ${limit} (store.maxBytes, all indexes)${advice}`]];
}

export function renderStatus(answer: Answer, { style }: Terminal): string {
  const title = `${style.bold(answer.repoId)}  ${answer.rootPath}`;
  const warnings = (answer.warnings ?? []).map((warning) => `  ${style.yellow(warning)}`);
  if (answer.latestVersionId === undefined) {
    const advice = `  not indexed yet; the first question indexes it, or: sdl index ${answer.rootPath}`;
    return `${[title, advice, ...warnings].join("\n")}\n`;
  }
  const rows: [string, string][] = [
    ["version", `${answer.latestVersionId}${answer.lastIndexedAt === undefined ? "" : `  ${answer.lastIndexedAt}`}`],
    ["files", String(answer.filesIndexed)],
    ["symbols", String(answer.symbolsIndexed)],
    ["edges", String(answer.edgesIndexed)],
    ["stale", `${answer.staleFiles ?? 0} files changed since`],
    ...skippedRow(answer),
    ...unreadRows(answer),
    ...diskRow(answer),
    ["health", `${answer.healthScore} of 100`],
  ];
  for (const [name, share] of Object.entries(answer.healthComponents ?? {})) {
    rows.push([`  ${name}`, `${(share * 100).toFixed(0)} %`]);
  }
  const lines = rows.map(([label, value]) => `  ${style.dim(label.padEnd(18))} ${value}`);
  return `${[title, ...lines, ...warnings].join("\n")}\n`;
}
