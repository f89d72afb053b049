/** Derived layers of a snapshot, read lazily: the directory at once, pages of symbols when asked for. */
import type { Cluster, DerivedLayers, ProcessPart, SymbolHandle, TestLink } from "@sdl/model";
import { corrupt } from "./errors.js";
import {
  DERIVATION,
  type DerivedDirectory,
  DerivedKey,
  type DerivedPage,
  type DerivedRecord,
  decodeDerivedHead,
  decodeDerivedPage,
  decodeDirectory,
  NO_CLUSTER,
  PAGE_SHIFT,
  slotRow,
  unpackParts,
  unpackTests,
} from "./records/derived.js";
import { versionIdOf } from "./records/version-record.js";

/** Reads a record of the derived table as the snapshot sees it. */
export type ReadDerived = (key: number) => Uint8Array | undefined;

/** @returns `undefined` while the layers of that version are not stored */
export function openDerived(read: ReadDerived, versionMs: number): DerivedView | undefined {
  if (!isDerived(read(DerivedKey.Head), versionMs)) return undefined;
  const directory = read(DerivedKey.Directory);
  if (directory === undefined) throw corrupt("the directory of the derived layers");
  return new DerivedView(read, derivedVersion(versionMs), decodeDirectory(directory));
}

/** The layers that such records hold, which were derived from the version of that time. */
export function viewDerived(records: readonly DerivedRecord[], versionMs: number): DerivedLayers {
  const payloads = new Map(records.map(({ key, payload }) => [key, payload]));
  const directory = payloads.get(DerivedKey.Directory);
  if (directory === undefined) throw corrupt("the directory of the derived layers");
  return new DerivedView((key) => payloads.get(key), derivedVersion(versionMs), decodeDirectory(directory));
}

/** Whether the head record says that the layers of that version are stored, as this program makes them. */
export function isDerived(head: Uint8Array | undefined, versionMs: number): boolean {
  if (head === undefined) return false;
  const found = decodeDerivedHead(head);
  return found.derivation === DERIVATION && found.versionMs === versionMs;
}

/** Layers are a pure function of a version and of how they are derived: so is their name. */
function derivedVersion(versionMs: number): string {
  return `${versionIdOf(versionMs)}.d${DERIVATION}`;
}

class DerivedView implements DerivedLayers {
  private readonly pages = new Map<number, DerivedPage>();

  constructor(
    private readonly read: ReadDerived,
    readonly version: string,
    private readonly directory: DerivedDirectory,
  ) {}

  clusterOf(symbol: SymbolHandle): number | undefined {
    const cluster = this.page(symbol).clusters[slotOf(symbol)];
    return cluster === NO_CLUSTER ? undefined : cluster;
  }

  cluster(number: number): Cluster {
    return this.directory.clusters[number] ?? missingCluster(number);
  }

  testsOf(symbol: SymbolHandle): readonly TestLink[] {
    return unpackTests(slotRow(this.page(symbol).tests, slotOf(symbol)));
  }

  processesOf(symbol: SymbolHandle): readonly ProcessPart[] {
    return unpackParts(slotRow(this.page(symbol).parts, slotOf(symbol)), this.directory);
  }

  private page(symbol: SymbolHandle): DerivedPage {
    const number = symbol >>> PAGE_SHIFT;
    let page = this.pages.get(number);
    if (page === undefined) {
      const payload = this.read(DerivedKey.FirstPage + number);
      if (payload === undefined) throw corrupt(`page ${number} of the derived layers`);
      page = decodeDerivedPage(payload, number);
      this.pages.set(number, page);
    }
    return page;
  }
}

function slotOf(symbol: SymbolHandle): number {
  return symbol & ((1 << PAGE_SHIFT) - 1);
}

function missingCluster(number: number): never {
  throw corrupt(`cluster ${number} of the derived layers`);
}
