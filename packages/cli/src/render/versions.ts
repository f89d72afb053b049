/** The versions of an index: one line each. */
import type { versionList, versionPrune } from "@sdl/engine";
import type { Terminal } from "../terminal.js";

type ListAnswer = Awaited<ReturnType<typeof versionList.execute>>;
type PruneAnswer = Awaited<ReturnType<typeof versionPrune.execute>>;

export function renderVersions(answer: ListAnswer, { style }: Terminal): string {
  const { total, versions = [], storeBytes, retention } = answer;
  const lines = versions.map(({ versionId, createdAt, commit, symbols, changedFiles, ownBytes, keptBy }) => {
    const changed = changedFiles === undefined ? "" : `${changedFiles} files changed`;
    const size = formatBytes(ownBytes).padStart(9);
    const tail = [commit?.slice(0, 12), keptBy ?? "goes with the next prune"].filter(Boolean).join("  ");
    return `${style.bold(versionId)}  ${createdAt}  ${String(symbols).padStart(7)} symbols  ${changed.padEnd(20)}${size}  ${style.dim(tail)}`;
  });
  const more =
    total > versions.length ? `${style.dim(`and ${total - versions.length} more; --limit shows them`)}\n` : "";
  return `${lines.join("\n")}\n${more}${style.dim(`store ${formatBytes(storeBytes)}; keeps ${describe(retention)}`)}\n`;
}

export function renderPrune({ dryRun, dropped = [], kept, freedBytes, retention }: PruneAnswer): string {
  const what = dropped.length === 1 ? "1 version" : `${dropped.length} versions`;
  const done = dryRun ? "would go" : dropped.length === 1 ? "is gone" : "are gone";
  const settings = `The setting keeps ${describe(retention)}.`;
  const room = `${formatBytes(freedBytes)} of its file ${dryRun ? "would be" : "are"} free for what comes next; the file keeps its size`;
  return `${what} ${done}, ${kept} kept. ${room}. ${settings}\n`;
}

function describe({ versions, days }: ListAnswer["retention"]): string {
  return `the last ${versions}, and one a day for ${days} days`;
}

function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
