/**
 * Bars: limits that the figures must reach. Pure. Each is a ratio within the run, or a time; times are scaled to the
 * machine on which the limits were set.
 */

import { fasterParseFloor } from "../floors/floors.js";
import { median, quantile } from "../statistics/order.js";
import type { CorpusFigures } from "./figures.js";
import { firstFloorFactor, machineSlowness } from "./machine.js";

/** A measured value with its limit. */
export interface Bar {
  readonly corpus: string;
  readonly what: string;
  /** Absent if the value could not be measured; then the limit counts as missed. */
  readonly value: number | undefined;
  /** A time scaled to the reference machine; compared with the limit instead of the value. */
  readonly scaled?: number;
  readonly limit: number;
  readonly unit: "ms" | "MB" | "x" | "files" | "symbols";
  readonly passed: boolean;
}

/** `time` is milliseconds with an absolute limit; `ms` is milliseconds compared with another figure of the run. */
type Row = readonly [what: string, value: number | undefined, limit: number, unit: Bar["unit"] | "time"];

/** Limit relative to the first floor program; see {@link firstFloorFactor}. */
const FIRST_FLOOR_LIMIT = 3;
const SMALL_BYTES = 5_000_000;
const SMALL_EXTRA_MS = 300;
const MEGABYTE = 1e6;

/** Bars of all corpora of a run; some apply to the largest corpus only. */
export function judgeBars(all: readonly CorpusFigures[]): Bar[] {
  const largest = [...all].sort((a, b) => b.floors.bytes - a.floors.bytes)[0];
  const factor = machineSlowness(all) ?? 1;
  return all.flatMap((figures) => {
    const rows = [...indexRows(figures), ...(figures === largest ? largestRows(figures) : [])];
    return rows.map((row) => ({ corpus: figures.corpus, ...judgeRow(row, factor) }));
  });
}

function judgeRow([what, value, limit, unit]: Row, factor: number): Omit<Bar, "corpus"> {
  if (unit !== "time") return { what, value, limit, unit, passed: value !== undefined && value <= limit };
  if (value === undefined) return { what, value, limit, unit: "ms", passed: false };
  const scaled = value / factor;
  return { what, value, scaled, limit, unit: "ms", passed: scaled <= limit };
}

function indexRows({ corpus, floors, product, peers }: CorpusFigures): Row[] {
  const { cold, coverage, resident } = product;
  const coldMs = cold?.cold.wallMs;
  const extra = floors.bytes < SMALL_BYTES ? SMALL_EXTRA_MS : 0;
  const factor = FIRST_FLOOR_LIMIT * firstFloorFactor(corpus);
  const rows: Row[] = [
    [
      `cold index, ${factor.toFixed(2)} × floor${extra > 0 ? " + 300 ms" : ""}`,
      coldMs,
      factor * fasterParseFloor(floors).wallMs + extra,
      "ms",
    ],
    ["store, × indexed bytes", cold && cold.storeBytes / floors.bytes, 1.5, "x"],
    ["no-op refresh, resident", share(resident?.noOpMs, 0.5), 60, "time"],
    [
      "one-line edit to next answer, slowest file",
      share(
        resident?.edits.map((edit) => median(edit.ms)),
        1,
      ),
      60,
      "time",
    ],
    ["files neither indexed nor skipped", coverage?.unaccounted.length, 0, "files"],
  ];
  if (coverage !== undefined && coverage.varianceFiles > 0) {
    rows.push([
      "declarations missing in files with variance annotations",
      coverage.missingDeclarations.length,
      0,
      "symbols",
    ]);
  }
  if (floors.bytes < SMALL_BYTES) return rows;
  for (const peer of peers) {
    if (!("failed" in peer)) rows.push([`cold index, ${peer.name}`, coldMs, peer.cold.wallMs, "ms"]);
  }
  return rows;
}

function largestRows({ product: { cold, resident, retrieval, serverStartMs } }: CorpusFigures): Row[] {
  const peak = cold?.cold.peakRssBytes;
  return [
    ["peak memory of the cold index", peak && peak / MEGABYTE, 700, "MB"],
    ["store for retrieval, × the rest of it", retrieval && retrieval.retrievalBytes / retrieval.otherBytes, 0.4, "x"],
    ["search p95", share(resident?.searchMs, 0.95), 5, "time"],
    ["card p95", share(resident?.cardMs, 0.95), 1, "time"],
    ["slice p50", share(resident?.sliceMs, 0.5), 10, "time"],
    ["slice p95", share(resident?.sliceMs, 0.95), 40, "time"],
    ["skeleton p95", share(resident?.skeletonMs, 0.95), 15, "time"],
    ["hot path p95", share(resident?.hotPathMs, 0.95), 15, "time"],
    ["window p95", share(resident?.windowMs, 0.95), 15, "time"],
    ["orchestrate p95", share(resident?.orchestrateMs, 0.95), 150, "time"],
    ["slice refresh p95, nothing changed", share(resident?.sliceRefreshMs, 0.95), 5, "time"],
    ["server start to first answer", serverStartMs, 300, "time"],
  ];
}

function share(values: readonly number[] | undefined, part: number): number | undefined {
  return values === undefined || values.length === 0 ? undefined : quantile(values, part);
}
