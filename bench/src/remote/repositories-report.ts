/** The page about many pushed repositories. Pure. */
import { table } from "../edges/report.js";
import { median, quantile } from "../statistics/order.js";
import type { DatabaseSize } from "./database-size.js";
import type { SlicePairs } from "./slice-pairs.js";

/** Figures with so many repositories. */
export interface MeasuredCount {
  readonly count: number;
  /** Mean of those that were pushed since the smaller count. */
  readonly pushMs: number;
  readonly size: DatabaseSize;
  /** Searches over all repositories, and over those that a token of a few reads. */
  readonly allMs: readonly number[];
  readonly fewMs: readonly number[];
}

/** Slices of some repositories. */
export interface MeasuredSlices extends SlicePairs {
  readonly what: string;
}

/** All figures of a run. */
export interface RepositoriesReport {
  readonly counts: readonly MeasuredCount[];
  readonly filesEach: number;
  readonly searches: number;
  /** Repositories of the token that reads a few. */
  readonly few: number;
  readonly slices: readonly MeasuredSlices[];
}

/** Most that a measure may grow by: its exponent over the count of repositories. */
const MOST_GROWTH = 1.1;
const SEARCH_P95_MS = 30;
/** Most that a slice may take as a multiple of the local one. */
const SLICE_RATIO = 1.5;

const MEASURES: readonly (readonly [string, (size: DatabaseSize) => number])[] = [
  ["pages", ({ pages }) => pages],
  ["bytes of pages", ({ pageBytes }) => pageBytes],
  ["rows of names", ({ nameRows }) => nameRows],
  ["bytes of names", ({ nameBytes }) => nameBytes],
  ["rows", ({ rows }) => rows],
  ["bytes", ({ bytes }) => bytes],
];

/** Writes the page. */
export function renderRepositories(report: RepositoriesReport): string {
  const date = new Date().toISOString().slice(0, 10);
  const { counts, filesEach, searches, few, slices } = report;
  const lines = [
    "# A shared server: many repositories in one database",
    "",
    ...table(
      ["", ""],
      [
        ["measured", date],
        ["machine", "virtual machine, Linux x64, 2 cores, Node.js 20; nothing else of it was running"],
        ["command", "`node bench/dist/remote/repositories.js --folder FOLDER --write`"],
        ["manual", "[Many repositories in one database](../README.md#many-repositories-in-one-database)"],
      ],
    ),
    "",
    `Repositories of ${filesEach} files, runs of the corpora by path, are committed, indexed and pushed into one PostgreSQL 15, an image each, as a first push does.`,
    "",
    "## What they take",
    "",
    "Rows and bytes are of the remote's tables, indexes included.",
    "",
    ...table(
      ["repositories", "pages", "MB of pages", "rows of names", "MB of names", "rows", "MB", "ms a push"],
      counts.map(sizeRow),
    ),
    "",
    `Per repository, of ${counts.at(-1)?.count}: ${perRepository(counts.at(-1))}.`,
    "",
    `Growth exponents from ${counts[0]?.count} to ${counts.at(-1)?.count} repositories (bar: ${MOST_GROWTH}): ${growths(
      counts,
    )
      .map(([name, exponent]) => `${name} ${exponent.toFixed(2)}`)
      .join(", ")}.`,
    "",
    "## Searches of names",
    "",
    `${searches} calls of \`sdl.symbol.search\` without a repository, over HTTP on one connection, from the request to the end of the answer: a quarter each whole names, two words of a name, the first four letters of a name, and names of packages (each repository provides one, all depend on one). "A few" are the ${few} repositories of a second token. The bar is ${SEARCH_P95_MS} ms (p95).`,
    "",
    ...table(
      ["repositories", "all p50 ms", "all p95 ms", "a few p50 ms", "a few p95 ms"],
      counts.map(({ count, allMs, fewMs }) => [String(count), ...[allMs, fewMs].flatMap(quantiles)]),
    ),
    "",
    "## Slices",
    "",
    `\`sdl.slice.build\` with a task, drawn as for \`pnpm bench\`, asked of \`sdl serve --http --remote\` with mirrors and of \`sdl serve --http\` over the checkouts, in turns, over HTTP. Both have the index open; the first round asks each question for the first time, the second again. The bar is ${SLICE_RATIO} times the local time when warm, at p50 and p95. Equal answers have the same symbols and lines in the same order; the others fill their budget of tokens, of which the shared server's note (which commit it answers from) and its handle (which states the slice for other servers) take some ninety.`,
    "",
    ...table(
      [
        ...["repositories", "round", "questions", "local p50 ms", "local p95 ms", "shared p50 ms", "shared p95 ms"],
        ...["ratio p50", "ratio p95", "median of pairs", "equal answers"],
      ],
      slices.flatMap(sliceRows),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** Bars that were not reached. */
export function missedBars({ counts, slices }: RepositoriesReport): readonly string[] {
  const slow = counts.flatMap(({ count, allMs, fewMs }) =>
    [allMs, fewMs].flatMap((times) => {
      const p95 = quantile(times, 0.95);
      return p95 <= SEARCH_P95_MS ? [] : [`a search of ${count} repositories took ${p95.toFixed(1)} ms (p95)`];
    }),
  );
  const grown = growths(counts).filter(([, exponent]) => exponent > MOST_GROWTH);
  return [
    ...grown.map(([name, exponent]) => `${name} grow with exponent ${exponent.toFixed(2)}`),
    ...slow,
    ...slices.flatMap((measured) =>
      [0.5, 0.95].flatMap((share) => {
        const ratio = ratioAt(measured, share);
        const name = `p${100 * share}`;
        return ratio <= SLICE_RATIO
          ? []
          : [`${measured.what}: slices take ${ratio.toFixed(2)} times the local time (${name})`];
      }),
    ),
  ];
}

function sizeRow({ count, pushMs, size }: MeasuredCount): string[] {
  const { pages, pageBytes, nameRows, nameBytes, rows, bytes } = size;
  const [thousands, megabytes] = [(n: number) => n.toLocaleString("en"), (n: number) => (n / 1e6).toFixed(1)];
  return [
    ...[String(count), thousands(pages), megabytes(pageBytes), thousands(nameRows), megabytes(nameBytes)],
    ...[thousands(rows), megabytes(bytes), pushMs.toFixed(0)],
  ];
}

function perRepository(last: MeasuredCount | undefined): string {
  if (last === undefined) return "";
  const { count, size } = last;
  return MEASURES.map(([name, of]) => {
    const each = of(size) / count;
    return name.startsWith("bytes")
      ? `${(each / 1000).toFixed(0)} kB${name.slice("bytes".length)}`
      : `${each.toFixed(0)} ${name}`;
  }).join(", ");
}

/** Exponents by measure, from the first count to the last. */
function growths(counts: readonly MeasuredCount[]): readonly (readonly [string, number])[] {
  const [small] = counts;
  const large = counts.at(-1);
  if (small === undefined || large === undefined) return [];
  return MEASURES.map(([name, of]) => [
    name,
    Math.log(of(large.size) / of(small.size)) / Math.log(large.count / small.count),
  ]);
}

function sliceRows(measured: MeasuredSlices): string[][] {
  const { what, firstLocalMs, firstSharedMs, localMs, sharedMs, equal } = measured;
  return [
    [what, "first", ...pairCells(firstLocalMs, firstSharedMs)],
    [what, "warm", ...pairCells(localMs, sharedMs), String(equal)],
  ];
}

function pairCells(localMs: readonly number[], sharedMs: readonly number[]): string[] {
  const pairs = localMs.map((ms, i) => (sharedMs[i] ?? 0) / ms);
  const ratios = [ratioAt({ localMs, sharedMs }, 0.5), ratioAt({ localMs, sharedMs }, 0.95), median(pairs)];
  const times = [...quantiles(localMs), ...quantiles(sharedMs)];
  return [String(localMs.length), ...times, ...ratios.map((ratio) => ratio.toFixed(2))];
}

function ratioAt({ localMs, sharedMs }: Pick<SlicePairs, "localMs" | "sharedMs">, share: number): number {
  return quantile(sharedMs, share) / quantile(localMs, share);
}

function quantiles(times: readonly number[]): string[] {
  return [0.5, 0.95].map((share) => quantile(times, share).toFixed(1));
}
