/** Report of the sweep as Markdown. Pure. */

import { SKIP_CLASSES } from "@sdl/model";
import { median, quantile } from "../statistics/order.js";
import type { SweepRecord } from "./figures.js";

const HEADS = [
  ...["repository", "commit", "of", "files", "MB", "symbols", "cold s", "CPU s", "floor s", "× floor", "RSS MB"],
  ...SKIP_CLASSES,
];
const NONE = "–";

/** Writes the report. */
export function renderSweep(records: readonly SweepRecord[]): string {
  const failed = records.filter(({ problems }) => problems.length > 0);
  return `${[
    formatTable(HEADS, records.map(formatCells)),
    formatSummary(records),
    ...failed.flatMap(problemLines),
    `${records.length - failed.length} passed, ${failed.length} failed`,
  ].join("\n\n")}\n`;
}

/** One line of progress, for the terminal. */
export function renderProgress(record: SweepRecord, count: number, total: number): string {
  const { counts, times, problems } = record;
  const parts = [
    `${count}/${total}`,
    `${record.repository}@${record.commit.slice(0, 8)}`,
    counts === undefined ? undefined : `${counts.files} files`,
    times === undefined ? undefined : `${formatSeconds(times.coldMs)} s`,
    times?.ratio === undefined ? undefined : `${times.ratio.toFixed(1)} × floor`,
    problems.length === 0 ? "ok" : `FAILED: ${problems.join("; ")}`,
  ];
  return parts.filter((part) => part !== undefined).join("  ");
}

function formatCells({ repository, commit, date, counts, times, skipped }: SweepRecord): string[] {
  return [
    repository,
    commit.slice(0, 8),
    date,
    formatNumber(counts?.files),
    counts === undefined ? NONE : (counts.bytes / 1e6).toFixed(1),
    formatNumber(counts?.symbols),
    formatSeconds(times?.coldMs),
    times?.coldCpuSeconds?.toFixed(1) ?? NONE,
    formatSeconds(times?.floorMs),
    times?.ratio?.toFixed(2) ?? NONE,
    times?.coldPeakRssBytes === undefined ? NONE : (times.coldPeakRssBytes / 1e6).toFixed(0),
    ...SKIP_CLASSES.map((name) => formatNumber(skipped?.[name])),
  ];
}

function formatSummary(records: readonly SweepRecord[]): string {
  const ratios = records.flatMap(({ times }) => times?.ratio ?? []);
  const repositories = new Set(records.map(({ repository }) => repository));
  const sum = (of: (record: SweepRecord) => number | undefined): number =>
    records.reduce((total, record) => total + (of(record) ?? 0), 0);
  const files = sum(({ counts }) => counts?.files);
  const megabytes = sum(({ counts }) => counts?.bytes) / 1e6;
  const skips = SKIP_CLASSES.map((name) => `${sum(({ skipped }) => skipped?.[name])} ${name}`).join(", ");
  const lines = [
    `${repositories.size} repositories at ${records.length} commits: ${files} files, ${megabytes.toFixed(0)} MB.`,
    `Not indexed: ${skips}.`,
  ];
  if (ratios.length > 0) {
    const [middle, high] = [median(ratios), quantile(ratios, 0.95)];
    lines.push(
      `Cold index ÷ parse floor: median ${middle.toFixed(2)}, 95th percentile ${high.toFixed(2)}, highest ${Math.max(...ratios).toFixed(2)}.`,
    );
  }
  return lines.join("\n");
}

function problemLines({ repository, commit, problems }: SweepRecord): string[] {
  return problems.map((problem) => `FAILED ${repository}@${commit.slice(0, 8)}: ${problem}`);
}

function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]): string => `| ${row.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

function formatNumber(value: number | undefined): string {
  return value === undefined ? NONE : String(value);
}

function formatSeconds(ms: number | undefined): string {
  return ms === undefined ? NONE : (ms / 1000).toFixed(2);
}
