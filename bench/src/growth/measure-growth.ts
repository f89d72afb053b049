/**
 * Measures growth of the store when long files are edited line by line: each edit is a version, all versions are kept,
 * then old facts are packed.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openRepository, type Repository } from "@sdl/engine";
import { inspectStore, type Ledger, openLedger, type PackedFacts, type VersionRecord } from "@sdl/graph";
import { discoverFiles, ParseEngine } from "@sdl/indexer";
import { copyCorpus, type StorePlace, withStore } from "../product/cold.js";
import { insertCall, isPlain, type PlainFile } from "../product/edits.js";
import { pick, randomNumbers } from "../statistics/random.js";

/** Number of lines of the edited files. */
const LINES = { least: 1500, most: 2600 };

/** Figures of one corpus. */
export interface Growth {
  readonly corpus: string;
  /** Number of edited files. */
  readonly files: number;
  readonly lines: number;
  /** Bytes by edit: the version's record, and the facts that it replaced as they are stored now. */
  readonly editBytes: readonly number[];
  /** The same before old facts were packed. */
  readonly unpackedBytes: readonly number[];
  /** Bytes of all records in the store, after indexing and at the end. */
  readonly storeBytes: { readonly before: number; readonly after: number };
}

/** How much to edit. */
export interface GrowthOptions {
  readonly edits: number;
  readonly seed: number;
}

/** Indexes a copy of a corpus, edits it and measures the store. */
export function measureGrowth(corpus: string, root: string, options: GrowthOptions): Promise<Growth> {
  return withStore(async (place) => {
    const copy = copyCorpus(root, place);
    const open = (): Promise<Repository> => {
      const settings = { retention: { versions: options.edits + 2 } };
      return openRepository({ rootPath: copy, repoId: "growth", storeDirectory: place.store, settings });
    };
    await using(await open(), (repository) => repository.refresh({ mode: "full" }));
    const before = await recordBytes(place);
    const files = longFiles(copy);
    const lines = files.reduce((sum, { path }) => sum + linesOf(join(copy, path)), 0);
    await using(await open(), (repository) => editAll(repository, files, options));
    const bytes = await using(openLedger({ directory: place.store }), (ledger) => packAll(ledger, options.edits));
    return { corpus, files: files.length, lines, ...bytes, storeBytes: { before, after: await recordBytes(place) } };
  });
}

async function using<R extends { close(): Promise<void> }, T>(
  resource: R,
  work: (resource: R) => Promise<T> | T,
): Promise<T> {
  try {
    return await work(resource);
  } finally {
    await resource.close();
  }
}

async function editAll(
  repository: Repository,
  files: readonly PlainFile[],
  { edits, seed }: GrowthOptions,
): Promise<void> {
  const engine = await ParseEngine.create();
  const random = randomNumbers(seed);
  for (let round = 0; round < edits; round++) {
    const file = pick(files, random);
    const path = join(repository.rootPath, file.path);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, insertCall(engine, file.language, text, { call: `edited(${round})`, near: random() }));
    const { created } = await repository.refresh({ mode: "incremental" });
    if (!created) throw new Error(`edit ${round} of ${file.path} made no version`);
  }
}

function packAll(ledger: Ledger, edits: number): Pick<Growth, "editBytes" | "unpackedBytes"> {
  const records = [...ledger.versions()].slice(0, edits);
  if (records.length < edits) throw new Error(`${records.length} of ${edits} versions were kept`);
  const unpackedBytes = records.map((record) => bytesOf(ledger, record));
  pack(ledger);
  return { unpackedBytes, editBytes: records.map((record) => bytesOf(ledger, record)) };
}

/** Long UTF-8 files, in which an edit changes no other byte. */
function longFiles(root: string): PlainFile[] {
  return discoverFiles(root)
    .files.filter(isPlain)
    .filter(({ path }) => {
      const bytes = readFileSync(join(root, path));
      const lines = linesOf(join(root, path));
      return lines >= LINES.least && lines <= LINES.most && bytes.equals(Buffer.from(bytes.toString("utf8")));
    });
}

function linesOf(path: string): number {
  return readFileSync(path, "utf8").split("\n").length;
}

/** Bytes that would be free without the version: its record, and the facts that it replaced. */
function bytesOf(ledger: Ledger, record: VersionRecord): number {
  const facts = record.changes.flatMap(({ before, after }) => (before === undefined || before === after ? [] : before));
  return ledger.retention.stepBytes({ record, parentSeqBefore: record.parentSeq, dropped: [record], facts });
}

function pack({ retention }: Ledger): void {
  const plan = retention.planPacking();
  if (plan === undefined) throw new Error("there is nothing to pack");
  const waiting: PackedFacts[] = [];
  for (const job of plan.jobs) {
    const packed = retention.packFacts(job, waiting);
    if (packed !== undefined) waiting.push(packed);
  }
  retention.storePacked(waiting);
  retention.finishPacking(plan);
}

/** Bytes of all records, without free and partly filled pages. */
async function recordBytes({ store }: StorePlace): Promise<number> {
  return (await inspectStore(store, { writes: 0, pagesOnly: true })).sizeBytes;
}
