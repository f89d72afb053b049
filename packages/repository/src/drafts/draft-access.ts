/** Access of one process to the stored drafts: opens their store when it is first needed, and reads the drafts that count. */
import { DraftStore, type StoredDraft } from "@sdl/graph";
import { SdlError } from "@sdl/model";
import { livenessOf, ownIdentity, type ProcessIdentity } from "../machine/process-identity.js";
import { latestPerFile } from "./draft-rules.js";

/** The drafts that count, at one point in time. */
export interface LiveDrafts {
  readonly version: number;
  /** One per file. */
  readonly drafts: readonly StoredDraft[];
}

/** Place of the store, and whether it may be written. */
export interface DraftAccessOptions {
  readonly storeDirectory: string;
  /** False if the store is read-only. */
  readonly canWrite: boolean;
}

/** The store of drafts as this process sees it. */
export class DraftAccess {
  private store: DraftStore | undefined;
  private own: ProcessIdentity | undefined;
  private isClosed = false;
  /** The drafts read last by {@link current}. */
  private known: LiveDrafts | undefined;

  constructor(private readonly options: DraftAccessOptions) {}

  /** This process, as drafts name it. */
  get holder(): string {
    return JSON.stringify(this.identity);
  }

  /** Whether a draft's process is alive. @param holder as the draft names it */
  isAlive(holder: string): boolean {
    try {
      return livenessOf(JSON.parse(holder) as ProcessIdentity, this.identity) !== "dead";
    } catch {
      return false;
    }
  }

  /** Opens the store for reading; the library opens it for writing as well. @returns `undefined` if there is none */
  readable(): DraftStore | undefined {
    const { storeDirectory, canWrite } = this.options;
    if (this.store === undefined && canWrite && !this.isClosed && DraftStore.exists(storeDirectory)) {
      this.store = DraftStore.open(storeDirectory);
    }
    return this.store;
  }

  /** Opens the store, and creates it if there is none. @throws {SdlError} `policy_denied` if it cannot be written */
  writable(): DraftStore {
    if (!this.options.canWrite) {
      const message = "the store cannot be written: no draft can be kept; make its folder writable";
      throw new SdlError("policy_denied", message);
    }
    this.store ??= DraftStore.open(this.options.storeDirectory);
    return this.store;
  }

  /** The drafts that count now; the same object as long as no draft changes. */
  current(store: DraftStore): LiveDrafts {
    // The library's number of the newest transaction may be ahead of what a reader sees.
    if (this.known?.version !== store.version()) this.known = this.read(store);
    return this.known;
  }

  /** Reads the drafts that count. */
  read(store: DraftStore): LiveDrafts {
    for (;;) {
      const before = store.version();
      const heads = [...latestPerFile(store.heads()).values()];
      const { version, drafts } = store.read(heads, this.known?.drafts);
      // Otherwise another process changed a draft between the reads.
      if (version === before && drafts.length === heads.length) return { version, drafts };
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.store?.close();
    this.store = undefined;
  }

  /** Computed with the first draft: most processes get none. */
  private get identity(): ProcessIdentity {
    this.own ??= ownIdentity();
    return this.own;
  }
}
