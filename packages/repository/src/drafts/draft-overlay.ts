/**
 * Version with drafts: the latest version with the drafts on top, built in memory by the steps of a refresh. The
 * process that parses a draft builds this version and stores its difference from the ledger with the facts. Other
 * processes use the stored difference, or build their own if it does not match their state. The latest results are kept
 * until the parsed drafts or the ledger change.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type {
  DraftDifference,
  DraftFacts,
  Ledger,
  LedgerSnapshot,
  LedgerUpdate,
  MaterialisedVersion,
  StoredDraft,
} from "@sdl/graph";
import { type LinkSession, makeFileMarker } from "@sdl/indexer";
import { type FileHandle, GraphError, parseVersionId, type VersionId } from "@sdl/model";
import type { ManifestDifference, ManifestFile } from "../discovery/manifest.js";
import { KeptLinks, type OpenLinks } from "../refresh/kept-links.js";
import { PRODUCER } from "../refresh/producer.js";
import type { Draft, SourceOverlay } from "../source/overlay.js";
import { materialise } from "../versions/materialise.js";
import { SnapshotCache } from "../versions/snapshot-cache.js";
import type { LiveDrafts } from "./draft-access.js";
import { kindOfPath } from "./draft-place.js";
import type { Drafts } from "./drafts.js";

/** Version ids of drafts start here: after any time in milliseconds, and below the ids of git commits. */
const FIRST_ID = 50_000_000_000_000;
const ID_DIGITS = 12;
/**
 * A version is new for this long after its id, in milliseconds: until then, the process that published it may still be
 * making the difference of the drafts from it.
 */
const NEW_MS = 2000;
/** Longest wait for that difference, in milliseconds: about as long as making it in a process that has not linked yet. */
const PATIENCE_MS = 150;
const POLL_MS = 10;
/** Maximum number of attempts when other processes publish meanwhile; then the caller gets the error. */
const MAX_ATTEMPTS = 4;

/** The graph that answers a question while drafts count. */
export interface DraftedState {
  readonly graph: LedgerSnapshot;
  readonly overlayVersion: number;
  readonly overlay: SourceOverlay;
  /** Paths of the files that differ from the disk, sorted. */
  readonly unsaved: readonly string[];
}

/** Builds and caches the version with drafts. */
export class DraftOverlay {
  private readonly cache: SnapshotCache;
  private readonly links = new KeptLinks();
  /** The version built here last. */
  private lastMade: { readonly version: VersionId; readonly encode: MaterialisedVersion["encode"] } | undefined;

  /** @param callsEnd resolves when all calls that are running at that moment have ended */
  constructor(
    private readonly ledger: Ledger,
    private readonly drafts: Drafts,
    callsEnd?: () => Promise<void>,
  ) {
    this.cache = new SnapshotCache(callsEnd);
  }

  /**
   * The current version with drafts. @returns `undefined` if no draft counts @throws {GraphError} `VERSION_EXPIRED` if
   * other processes keep publishing
   */
  async current(): Promise<DraftedState | undefined> {
    const live = await this.preparedDrafts();
    if (live === undefined) return undefined;
    const drafts = inOrder(live.drafts);
    const graph = await this.graphOf(drafts);
    const byName = new Map(drafts.map((draft) => [draft.head.path, draftOf(draft)]));
    const unsaved = drafts.flatMap(({ head }) => (head.isDirty ? [head.path] : []));
    return { graph, overlayVersion: live.version, overlay: { draft: (file) => byName.get(file) }, unsaved };
  }

  /** The version with this id, of the drafts now or a moment ago; `undefined` if it is gone. */
  async at(id: VersionId): Promise<LedgerSnapshot | undefined> {
    if (!isDraftVersion(id)) return undefined;
    const kept = this.cache.find(id, this.ledger.contentGeneration());
    if (kept !== undefined) return kept;
    const now = await this.current();
    return now?.graph.version === id ? now.graph : undefined;
  }

  /** Encoded difference of these drafts from the latest version; `undefined` if there is none, or it is stored already. */
  async difference(drafts: readonly StoredDraft[]): Promise<DraftDifference | undefined> {
    this.ledger.loadNewestState();
    if (this.ledger.latestVersion() === undefined) return undefined;
    const { version } = await this.graphOf(inOrder(drafts));
    if (this.lastMade?.version !== version || this.drafts.difference()?.name === nameOf(version)) return undefined;
    const difference = this.lastMade.encode(new Set(pagesOf(drafts).keys()));
    return difference && { name: nameOf(version), difference };
  }

  /** Builds the version with these facts and discards it: this fills the linker's cache for the file and compiles the program's code. */
  async warm(path: string, { key: factsKey, flags, page }: DraftFacts): Promise<void> {
    this.ledger.loadNewestState();
    const base = this.ledger.latestVersion()?.id;
    if (base === undefined) return;
    const files = new Map([[path, { factsKey, flags, page }]]);
    const { snapshot, encode } = await this.materialise({ ...NOTHING, files }, base);
    encode(new Set([factsKey]));
    snapshot.close();
  }

  close(): Promise<void> {
    return this.cache.close();
  }

  /** The drafts that count. Waits a moment for their difference from a version that another process just published. */
  private async preparedDrafts(): Promise<LiveDrafts | undefined> {
    for (let waitedMs = 0; ; waitedMs += POLL_MS) {
      // Drafts that change meanwhile have another difference.
      const live = await this.drafts.live();
      this.ledger.loadNewestState();
      if (live === undefined || waitedMs >= PATIENCE_MS || !this.isBeingPrepared(inOrder(live.drafts))) return live;
      await sleep(POLL_MS, undefined, { ref: false });
    }
  }

  /** Whether another process is probably making the difference of these drafts. */
  private isBeingPrepared(drafts: readonly StoredDraft[]): boolean {
    const base = this.ledger.latestVersion()?.id ?? "";
    if (this.drafts.nowMs() - Number(base.slice(1)) > NEW_MS || !this.drafts.isOfOthers(drafts)) return false;
    const id = draftVersionId(base, drafts);
    const isMade = this.cache.find(id, this.ledger.contentGeneration()) !== undefined;
    return !isMade && this.drafts.difference()?.name !== nameOf(id);
  }

  private async graphOf(drafts: readonly StoredDraft[]): Promise<LedgerSnapshot> {
    for (let attempt = 1; ; attempt++) {
      const id = draftVersionId(this.ledger.latestVersion()?.id ?? "", drafts);
      try {
        const generation = this.ledger.contentGeneration();
        return await this.cache.get(
          id,
          generation,
          async () => this.stored(drafts, id) ?? (await this.make(drafts, id)),
        );
      } catch (error) {
        if (!(error instanceof GraphError) || error.code !== "VERSION_EXPIRED" || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** The version from the difference that another process stored. */
  private stored(drafts: readonly StoredDraft[], version: VersionId): LedgerSnapshot | undefined {
    const stored = this.drafts.difference();
    const isWhole = drafts.every(({ head, facts }) => head.facts?.key === undefined || facts !== undefined);
    if (stored?.name !== nameOf(version) || !isWhole) return undefined;
    try {
      return this.ledger.snapshotWith(stored.difference, pagesOf(drafts), version);
    } catch (error) {
      if (error instanceof GraphError && error.code === "STORE_CORRUPT") return undefined;
      throw error;
    }
  }

  private async make(drafts: readonly StoredDraft[], version: VersionId): Promise<LedgerSnapshot> {
    const { snapshot, encode } = await this.materialise(differenceOf(drafts), version);
    this.lastMade = { version, encode };
    return snapshot;
  }

  private async materialise(difference: ManifestDifference, version: VersionId): Promise<MaterialisedVersion> {
    const draft = this.ledger.beginDraft();
    const base = this.ledger.latestVersion()?.id;
    let links: OpenLinks | undefined;
    const openLinks = (update: LedgerUpdate, files: readonly FileHandle[], isUncertain: boolean): LinkSession => {
      links = this.links.take(update, files, isUncertain ? undefined : base);
      return links.session;
    };
    const made = await materialise(draft, markedAs(draft, difference), { version, openLinks });
    if (links !== undefined && base !== undefined) this.links.put(links, base);
    return made;
  }
}

function inOrder(drafts: readonly StoredDraft[]): StoredDraft[] {
  return [...drafts].sort((a, b) => (a.head.path < b.head.path ? -1 : 1));
}

function pagesOf(drafts: readonly StoredDraft[]): Map<string, Uint8Array> {
  return new Map(drafts.flatMap(({ facts }) => (facts === undefined ? [] : [[facts.key, facts.page] as const])));
}

/** Stored differences of other program versions are not used: their facts and links may differ. */
function nameOf(version: VersionId): string {
  return `${PRODUCER} ${version}`;
}

const NOTHING: ManifestDifference = { files: new Map(), configs: new Map(), skipped: new Map() };

/** Difference of the drafts from the latest version; drafts whose text is not parsed yet have none. */
function differenceOf(drafts: readonly StoredDraft[]): ManifestDifference {
  const files = new Map<string, ManifestFile | undefined>();
  const configs = new Map<string, string | undefined>();
  const skipped = new Map<string, string | undefined>();
  for (const { head, facts, config } of drafts) {
    const { path, facts: origin } = head;
    if (origin === undefined) continue;
    const { language, isConfig } = kindOfPath(path) ?? {};
    const file = facts && { factsKey: facts.key, flags: facts.flags, page: facts.page };
    if (language !== undefined) files.set(path, file);
    // An index has no text of a configuration file that is too large.
    if (isConfig && (config !== undefined || origin.refusal !== undefined)) configs.set(path, config);
    skipped.set(path, origin.refusal);
  }
  return { files, configs, skipped };
}

/** The difference with the file marks that the configuration of the latest version gives. */
function markedAs(base: LedgerUpdate, difference: ManifestDifference): ManifestDifference {
  const marker = makeFileMarker((path) => base.config(path));
  if (marker === undefined) return difference;
  const marked = [...difference.files].map(([path, file]) => {
    return [path, file && { ...file, flags: file.flags | marker(path) }] as const;
  });
  return { ...difference, files: new Map(marked) };
}

function isDraftVersion(id: VersionId): boolean {
  const number = Number(id.slice(1));
  return number >= FIRST_ID && number < 2 * FIRST_ID;
}

/** The version's id: a hash of its content. Unparsed text does not change it, and every process computes the same. */
function draftVersionId(base: string, drafts: readonly StoredDraft[]): VersionId {
  const hash = createHash("sha256").update(base);
  for (const { head } of drafts) {
    const { key = head.facts?.refusal, flags, configKey } = head.facts ?? {};
    if (key !== undefined) hash.update(`\0${head.path}\0${key}\0${flags}`);
    if (configKey !== undefined) hash.update(`\0${head.path}\0config ${configKey}`);
  }
  return parseVersionId(`v${FIRST_ID + (Number.parseInt(hash.digest("hex").slice(0, ID_DIGITS), 16) % FIRST_ID)}`);
}

function draftOf({ head: { facts, textId }, text }: StoredDraft): Draft {
  return { text, isRead: facts?.textId === textId && facts.isWhole === true };
}
