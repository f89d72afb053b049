/** Derived layers of a snapshot, read lazily: the directory on opening, pages of symbols on demand. */
import { getOrMake, type SymbolHandle } from "@sdl/model";
import {
  type Cluster,
  type DerivedLayers,
  type History,
  openHistory,
  type ProcessPart,
  type SymbolVectors,
  type TestLink,
} from "@sdl/model/graph";
import { throwMissing } from "../errors.js";
import {
  DERIVATION_FORMAT,
  type DerivedDirectory,
  DerivedKey,
  type DerivedPage,
  decodeDerivedHead,
  decodeDerivedPage,
  decodeDirectory,
  NO_CLUSTER,
  PAGE_SHIFT,
  unpackParts,
  unpackTests,
} from "../records/derived.js";
import { decodeHistory } from "../records/history.js";
import { rowView } from "../records/rows.js";
import { decodeVectors, VECTOR_DIMENSIONS, VECTOR_MODEL } from "../records/vectors.js";
import { versionIdOf } from "../records/version-record.js";

/** Reads a record of the derived table in the snapshot's state. */
export type ReadDerived = (key: number) => Uint8Array | undefined;

/** The version whose layers are requested. */
interface DerivedOf {
  readonly versionMs: number;
  /** Exclusive upper bound of handles. */
  readonly capacity: number;
}

/** @returns `undefined` while the layers of that version are not stored */
export function openDerived(read: ReadDerived, { versionMs, capacity }: DerivedOf): DerivedView | undefined {
  if (!isDerived(read(DerivedKey.Head), versionMs)) return undefined;
  const directory = read(DerivedKey.Directory) ?? throwMissing("the directory of the derived layers");
  const { commit } = decodeDerivedHead(read(DerivedKey.Head) ?? new Uint8Array(0));
  return new DerivedView(
    read,
    { version: derivedVersion(versionMs, commit), commit, capacity },
    decodeDirectory(directory),
  );
}

/** Whether the head record describes layers of that version in this program's format. */
export function isDerived(head: Uint8Array | undefined, versionMs: number): boolean {
  if (head === undefined) return false;
  const found = decodeDerivedHead(head);
  return found.derivation === DERIVATION_FORMAT && found.versionMs === versionMs;
}

/** Whether the head record describes layers of that version in a newer format, which this program cannot read. */
export function isDerivedByNewer(head: Uint8Array | undefined, versionMs: number): boolean {
  if (head === undefined) return false;
  const found = decodeDerivedHead(head);
  return found.derivation > DERIVATION_FORMAT && found.versionMs === versionMs;
}

/** Id of derived layers. It names everything they depend on: the version, the last commit of its history, and the derivation format. */
function derivedVersion(versionMs: number, commit: string): string {
  const name = `${versionIdOf(versionMs)}.d${DERIVATION_FORMAT}`;
  return commit === "" ? name : `${name}.${commit.slice(0, 12)}`;
}

interface LayerNames {
  readonly version: string;
  /** Last commit of the history; "" without a history. */
  readonly commit: string;
  readonly capacity: number;
}

class DerivedView implements DerivedLayers {
  private ownHistory: History | undefined;
  private ownVectors: SymbolVectors | undefined;
  private readonly pages = new Map<number, DerivedPage>();

  constructor(
    private readonly read: ReadDerived,
    private readonly names: LayerNames,
    private readonly directory: DerivedDirectory,
  ) {}

  get version(): string {
    return this.names.version;
  }

  churnOf(symbol: SymbolHandle): number | undefined {
    return this.names.commit === "" ? undefined : this.page(symbol).churn[pageSlot(symbol)];
  }

  history(): History | undefined {
    if (this.names.commit === "") return undefined;
    this.ownHistory ??= openHistory(
      decodeHistory(this.read(DerivedKey.History) ?? throwMissing("the record of the history")),
    );
    return this.ownHistory;
  }

  vectors(): SymbolVectors | undefined {
    if (this.ownVectors === undefined) {
      const values = decodeVectors((page) => this.read(DerivedKey.FirstVectorPage + page), this.names.capacity);
      this.ownVectors = { model: VECTOR_MODEL, dimensions: VECTOR_DIMENSIONS, values };
    }
    return this.ownVectors.values.length === 0 ? undefined : this.ownVectors;
  }

  clusterOf(symbol: SymbolHandle): number | undefined {
    const cluster = this.page(symbol).clusters[pageSlot(symbol)];
    return cluster === NO_CLUSTER ? undefined : cluster;
  }

  cluster(number: number): Cluster {
    return this.directory.clusters[number] ?? throwMissing(`cluster ${number} of the derived layers`);
  }

  testsOf(symbol: SymbolHandle): readonly TestLink[] {
    return unpackTests(rowView(this.page(symbol).tests, pageSlot(symbol)));
  }

  processesOf(symbol: SymbolHandle): readonly ProcessPart[] {
    return unpackParts(rowView(this.page(symbol).parts, pageSlot(symbol)), this.directory);
  }

  private page(symbol: SymbolHandle): DerivedPage {
    const number = symbol >>> PAGE_SHIFT;
    return getOrMake(this.pages, number, () => decodeDerivedPage(this.read(DerivedKey.FirstPage + number), number));
  }
}

function pageSlot(symbol: SymbolHandle): number {
  return symbol & ((1 << PAGE_SHIFT) - 1);
}
