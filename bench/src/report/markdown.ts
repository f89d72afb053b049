/** Report of a run as Markdown. Pure. */
import { fasterParseFloor, type Timing } from "../floors/floors.js";
import { median, quantile } from "../statistics/order.js";
import type { Bar } from "./bars.js";
import type { CorpusFigures, RunConditions, SkippedCorpus } from "./figures.js";
import { firstFloorFactor, machineSlowness } from "./machine.js";

/** Content of the report. */
export interface Report {
  readonly conditions: RunConditions;
  readonly corpora: readonly CorpusFigures[];
  readonly skipped: readonly SkippedCorpus[];
  readonly bars: readonly Bar[];
}

/** Writes the report. */
export function renderReport({ conditions, corpora, skipped, bars }: Report): string {
  const { date, node, cpus, cpuModel, loadBefore, loadAfter, runs, peerRuns } = conditions;
  const factor = machineSlowness(corpora);
  const failed = bars.filter((bar) => !bar.passed).length;
  const parts = [
    `# Benchmark, ${date}`,
    `Node ${node}, ${cpus} CPUs (${cpuModel}), load ${loadBefore.toFixed(1)} before and ${loadAfter.toFixed(1)} after. Medians of ${runs} (peers: ${peerRuns}). Read ratios, not seconds.`,
    ...(loadBefore > cpus ? [BUSY] : []),
    ...skipped.map(({ corpus, reason }) => `**Not measured: ${corpus}.** ${reason}`),
    "## Cold index",
    "Milliseconds from spawn to exit (CPU seconds). Floor: the same parser on the same files, nothing kept; the faster of one thread and two workers. In brackets the ratio to what the first floor program would have taken.",
    formatTable(
      [
        "corpus",
        "files",
        "MB",
        "walk, read, hash",
        "parse, 1 thread",
        "parse, 2 workers",
        "SDL",
        "× floor",
        "CPU ×",
        "RSS MB",
        "store ×",
        ...peerHeads(corpora),
      ],
      corpora.map(coldRow),
    ),
    "## Resident process",
    "Milliseconds, p50 / p95; edits: median and slowest file.",
    formatTable(
      ["corpus", "symbols", "edges", "no-op (as a process)", "edit", "search", "card", "slice", "server start"],
      corpora.map(residentRow),
    ),
    "## Files",
    formatTable(
      ["corpus", "source files", "indexed", "skipped", "unaccounted", "variance files", "missing there"],
      corpora.map(filesRow),
    ),
    ...corpora.flatMap(failureLines),
    `## Bars: ${bars.length - failed} passed, ${failed} failed`,
    ...(factor === undefined ? [] : [machineLine(factor)]),
    formatTable(["", "corpus", "bar", "figure", "there", "limit"], bars.map(barRow)),
  ];
  return `${parts.join("\n\n")}\n`;
}

const BUSY =
  "**The machine was busy before this run began: read CPU seconds; a time that passes or fails its bar says little.**";

function peerHeads(corpora: readonly CorpusFigures[]): string[] {
  return (corpora[0]?.peers ?? []).map((peer) => peer.name);
}

function coldRow({ corpus, floors, product, peers }: CorpusFigures): string[] {
  const { cold, storeBytes } = product.cold ?? {};
  const floor = fasterParseFloor(floors);
  return [
    corpus,
    String(floors.files),
    (floors.bytes / 1e6).toFixed(1),
    [floors.walkMs, floors.readMs, floors.hashMs].map(formatMs).join(", "),
    formatTiming(floors.parse1),
    formatTiming(floors.parse2),
    formatTiming(cold),
    `${formatRatio(cold?.wallMs, floor.wallMs)} (${formatRatio(cold?.wallMs, floor.wallMs * firstFloorFactor(corpus))})`,
    formatRatio(cold?.cpuSeconds, floor.cpuSeconds),
    cold?.peakRssBytes === undefined ? NONE : (cold.peakRssBytes / 1e6).toFixed(0),
    formatRatio(storeBytes, floors.bytes),
    ...peers.map((peer) => ("failed" in peer ? NONE : formatTiming(peer.cold))),
  ];
}

function residentRow({ corpus, product: { cold, resident, serverStartMs } }: CorpusFigures): string[] {
  const edits = resident?.edits.map((edit) => median(edit.ms)) ?? [];
  return [
    corpus,
    String(cold?.answer.symbols ?? NONE),
    String(cold?.answer.edges ?? NONE),
    `${formatMedian(resident?.noOpMs)} (${formatMs(cold?.again.wallMs)})`,
    `${formatMedian(edits)} / ${formatMs(edits.length === 0 ? undefined : Math.max(...edits))}`,
    formatPair(resident?.searchMs),
    formatPair(resident?.cardMs),
    formatPair(resident?.sliceMs),
    formatMs(serverStartMs),
  ];
}

function filesRow({ corpus, product: { coverage } }: CorpusFigures): string[] {
  if (coverage === undefined) return [corpus, NONE, NONE, NONE, NONE, NONE, NONE];
  const skipped = Object.entries(coverage.skippedByReason).map(([reason, count]) => `${count} ${reason}`);
  return [
    corpus,
    String(coverage.files),
    String(coverage.indexed),
    skipped.join(", ") || "0",
    String(coverage.unaccounted.length),
    String(coverage.varianceFiles),
    String(coverage.missingDeclarations.length),
  ];
}

/** Lines about failed measurements, with reasons. */
function failureLines({ corpus, product, peers }: CorpusFigures): string[] {
  const ofPeers = peers.flatMap((peer) => ("failed" in peer ? [`${peer.name} ${peer.failed}`] : []));
  return [...product.failures, ...ofPeers].map((failure) => `**Not measured on ${corpus}:** ${failure}`);
}

function machineLine(factor: number): string {
  return `Times with a limit of their own are judged as on the machine they were set on, "there": this one takes ${factor.toFixed(1)} times as long, by its parse floors.`;
}

function barRow({ corpus, what, value, scaled, limit, unit, passed }: Bar): string[] {
  return [
    passed ? "pass" : "**FAIL**",
    corpus,
    what,
    value === undefined ? "not measured" : formatAmount(value, unit),
    scaled === undefined ? "" : formatAmount(scaled, unit),
    formatAmount(limit, unit),
  ];
}

function formatAmount(value: number, unit: Bar["unit"]): string {
  if (unit === "ms") return `${formatMs(value)} ms`;
  if (unit === "x") return `${value.toFixed(2)} ×`;
  return `${value.toFixed(0)} ${unit}`;
}

function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

const NONE = "–";

/** Wall time, then CPU seconds. */
function formatTiming(value: Timing | undefined): string {
  return value === undefined ? NONE : `${formatMs(value.wallMs)} (${value.cpuSeconds?.toFixed(1) ?? NONE})`;
}

function formatRatio(value: number | undefined, floor: number | undefined): string {
  return value === undefined || floor === undefined ? NONE : (value / floor).toFixed(2);
}

function formatPair(values: readonly number[] | undefined): string {
  if (values === undefined || values.length === 0) return NONE;
  return `${formatMs(quantile(values, 0.5))} / ${formatMs(quantile(values, 0.95))}`;
}

function formatMedian(values: readonly number[] | undefined): string {
  return values === undefined || values.length === 0 ? NONE : formatMs(median(values));
}

function formatMs(value: number | undefined): string {
  if (value === undefined) return NONE;
  return value.toFixed(value < 10 ? 2 : 0);
}
