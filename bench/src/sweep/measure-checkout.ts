/**
 * Measures one checkout of the sweep: indexes it from scratch, verifies the index, and compares the time with the parse
 * floor.
 */
import type { Timing } from "../floors/floors.js";
import { type SourceList, writeSourceList } from "../floors/parse-floor-run.js";
import { median, medianOf } from "../statistics/order.js";
import { compareAccounts } from "./accounts.js";
import { CheckoutIndex, type CheckoutPlace, type Round, type StoreContents } from "./checkout.js";
import type { CheckoutFigures, SweepTimes } from "./figures.js";
import { walkSources } from "./own-walk.js";

interface StatusAnswer {
  readonly filesIndexed: number;
  readonly symbolsIndexed: number;
  readonly edgesIndexed: number;
  readonly latestVersionId: string;
  readonly derivedVersion?: string;
  readonly staleFiles: number;
  readonly warnings?: readonly string[];
}

/** Limit of cold index ÷ parse floor. */
const RATIO_LIMIT = 6;
/** A first ratio above this is measured in further rounds: a single one may be chance. */
const SURE_RATIO = 5;
const ROUNDS = 3;

/** Measures and checks a checkout. @throws {Error} if a command of the program fails, with its output */
export async function measureCheckout(place: CheckoutPlace, withFloor: boolean): Promise<CheckoutFigures> {
  const index = new CheckoutIndex(place);
  const first = await index.runRound(0);
  const contents = await index.readContents();
  const status = await index.runCommand<StatusAnswer>("status");
  const skipped = first.answer.skipped ?? [];
  const account = compareAccounts(walkSources(place.root), { indexed: contents.sourceFiles, skipped });
  const problems = [
    ...statusProblems(status, contents),
    ...account.problems,
    ...(await queryProblems(index, contents)),
  ];
  const sources = writeSourceList(place.root, place.scratch);
  const times = await repeatIfNearLimit(index, first, withFloor ? sources : undefined);
  if (times.ratio !== undefined && times.ratio > RATIO_LIMIT)
    problems.push(`the cold index takes ${times.ratio.toFixed(1)} times the parse floor; the limit is ${RATIO_LIMIT}`);
  const { filesIndexed: files, symbolsIndexed: symbols, edgesIndexed: edges } = status;
  const counts = { files, symbols, edges, bytes: sources.bytes, storeBytes: contents.storeBytes };
  return { counts, times, skipped: account.skipped, failedFiles: account.failedFiles, problems };
}

function statusProblems(status: StatusAnswer, { sourceFiles, symbols }: StoreContents): string[] {
  const problems: string[] = (status.warnings ?? []).map((warning) => `status warns: ${warning}`);
  if (status.filesIndexed !== sourceFiles.length)
    problems.push(`status counts ${status.filesIndexed} files, the store holds ${sourceFiles.length}`);
  if (status.symbolsIndexed !== symbols)
    problems.push(`status counts ${status.symbolsIndexed} symbols, the store holds ${symbols}`);
  if (status.staleFiles > 0) problems.push(`status counts ${status.staleFiles} stale files right after an index`);
  if (status.derivedVersion?.startsWith(status.latestVersionId) !== true)
    problems.push(
      `the derived layers are of ${status.derivedVersion ?? "no version"}, not of ${status.latestVersionId}`,
    );
  return problems;
}

/** Checks that a search finds an existing symbol, and that a slice is answered; an empty index must answer too. */
async function queryProblems(index: CheckoutIndex, { names }: StoreContents): Promise<string[]> {
  const [name = "main"] = names;
  // Answers leave out empty lists.
  const { results = [] } = await index.runCommand<{ readonly results?: readonly { readonly name: string }[] }>(
    "search",
    [name],
  );
  const { sliceHandle } = await index.runCommand<{ readonly sliceHandle?: string }>("slice", [
    `change how ${name} works`,
  ]);
  return [
    ...(names.length > 0 && results.length === 0 ? [`search finds nothing for the symbol ${name}`] : []),
    ...(sliceHandle === undefined ? [`slice gives no handle for a task about ${name}`] : []),
  ];
}

/** Repeats the index if the first ratio is near the limit or above. */
async function repeatIfNearLimit(
  index: CheckoutIndex,
  first: Round,
  sources: SourceList | undefined,
): Promise<SweepTimes> {
  const rounds = [first];
  const floors: Timing[] = [];
  do {
    if (rounds.length === floors.length) rounds.push(await index.runRound(rounds.length));
    if (sources !== undefined && sources.files.length > 0) floors.push(await index.measureFloor(sources));
  } while (floors.length > 0 && rounds.length < ROUNDS && first.cold.wallMs > SURE_RATIO * (floors[0]?.wallMs ?? 0));
  const coldMs = median(rounds.map(({ cold }) => cold.wallMs));
  const coldCpuSeconds = medianOf(rounds.map(({ cold }) => cold.cpuSeconds));
  const floorMs = medianOf(floors.map(({ wallMs }) => wallMs));
  const floorCpuSeconds = medianOf(floors.map(({ cpuSeconds }) => cpuSeconds));
  return {
    rounds: rounds.length,
    coldMs,
    coldCpuSeconds,
    coldPeakRssBytes: medianOf(rounds.map(({ cold }) => cold.peakRssBytes)),
    settleMs: median(rounds.map(({ settleMs }) => settleMs)),
    floorMs,
    floorCpuSeconds,
    ratio: divideOrUndefined(coldMs, floorMs),
    cpuRatio: divideOrUndefined(coldCpuSeconds, floorCpuSeconds),
  };
}

function divideOrUndefined(value: number | undefined, by: number | undefined): number | undefined {
  return value === undefined || by === undefined || by === 0 ? undefined : value / by;
}
