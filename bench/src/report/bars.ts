/** The bars: what the figures must reach. Pure. Each is a ratio within the run, or a time that a person or a budget sets. */

import { median, quantile } from "../statistics.js";
import type { CorpusFigures } from "./figures.js";

export interface Bar {
  readonly corpus: string;
  readonly what: string;
  /** Absent when it could not be measured: then the bar is not reached. */
  readonly value: number | undefined;
  readonly limit: number;
  readonly unit: "ms" | "MB" | "x" | "files" | "symbols";
  readonly passed: boolean;
}

type Row = readonly [what: string, value: number | undefined, limit: number, unit: Bar["unit"]];

const FLOOR_FACTOR = 3;
const SMALL_BYTES = 5_000_000;
const SMALL_EXTRA_MS = 300;
const MEGABYTE = 1e6;

/** The bars of all corpora of a run; those for the largest corpus only on the largest. */
export function judge(all: readonly CorpusFigures[]): Bar[] {
  const largest = [...all].sort((a, b) => b.floors.bytes - a.floors.bytes)[0];
  return all.flatMap((figures) => {
    const rows = [...indexRows(figures), ...(figures === largest ? largestRows(figures) : [])];
    return rows.map(([what, value, limit, unit]) => {
      return { corpus: figures.corpus, what, value, limit, unit, passed: value !== undefined && value <= limit };
    });
  });
}

function indexRows({ floors, product, peers }: CorpusFigures): Row[] {
  const { cold, coverage, resident } = product;
  const coldMs = cold?.cold.wallMs;
  const extra = floors.bytes < SMALL_BYTES ? SMALL_EXTRA_MS : 0;
  const rows: Row[] = [
    [`cold index, 3 × floor${extra > 0 ? " + 300 ms" : ""}`, coldMs, FLOOR_FACTOR * floors.parse2.wallMs + extra, "ms"],
    ["store, × indexed bytes", cold && cold.storeBytes / floors.bytes, 1.5, "x"],
    ["no-op refresh, resident", share(resident?.noOpMs, 0.5), 60, "ms"],
    [
      "one-line edit to next answer, slowest file",
      share(
        resident?.edits.map((edit) => median(edit.ms)),
        1,
      ),
      60,
      "ms",
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

function largestRows({ product: { cold, resident, serverStartMs } }: CorpusFigures): Row[] {
  const peak = cold?.cold.peakRssBytes;
  return [
    ["peak memory of the cold index", peak && peak / MEGABYTE, 700, "MB"],
    ["search p95", share(resident?.searchMs, 0.95), 5, "ms"],
    ["card p95", share(resident?.cardMs, 0.95), 1, "ms"],
    ["slice p50", share(resident?.sliceMs, 0.5), 10, "ms"],
    ["slice p95", share(resident?.sliceMs, 0.95), 40, "ms"],
    ["skeleton p95", share(resident?.skeletonMs, 0.95), 15, "ms"],
    ["hot path p95", share(resident?.hotPathMs, 0.95), 15, "ms"],
    ["window p95", share(resident?.windowMs, 0.95), 15, "ms"],
    ["server start to first answer", serverStartMs, 300, "ms"],
  ];
}

function share(values: readonly number[] | undefined, part: number): number | undefined {
  return values === undefined || values.length === 0 ? undefined : quantile(values, part);
}
