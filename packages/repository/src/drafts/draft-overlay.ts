/**
 * The latest version with the drafts on top, made in memory: what drafted files differ in is put over the ledger and linked, by the steps of a
 * refresh. Who reads a draft's text makes it, and stores what it differs in with the facts; others take that, and make it themselves where it
 * does not fit what they see. The last ones are kept until what was read of drafts, or the ledger, changes.
 */
import { createHash } from "node:crypto";
import type {
  DraftDifference,
  DraftFacts,
  Ledger,
  LedgerSnapshot,
  LedgerUpdate,
  MaterialisedVersion,
  StoredDraft,
} from "@sdl/graph";
import { fileMarker, type LinkSession } from "@sdl/indexer";
import { type FileHandle, GraphError, parseVersionId, type VersionId } from "@sdl/model";
import type { ManifestDifference, ManifestFile } from "../discovery/manifest.js";
import { KeptLinks, type OpenLinks } from "../refresh/kept-links.js";
import { PRODUCER } from "../refresh/producer.js";
import type { Draft, SourceOverlay } from "../source/overlay.js";
import { materialise } from "../versions/materialise.js";
import { SnapshotShelf } from "../versions/snapshot-shelf.js";
import type { Drafts } from "./drafts.js";

/** Beyond any time, and below the numbers of git's commits. */
const FIRST_ID = 50_000_000_000_000;
const ID_DIGITS = 12;
/** A publication while it is made, so many times in a row, and the caller hears of it. */
const MAX_ATTEMPTS = 4;

/** The state that a question is answered from where drafts count. */
export interface DraftedState {
  readonly graph: LedgerSnapshot;
  readonly overlayVersion: number;
  readonly overlay: SourceOverlay;
  /** Paths of the files that differ from the disk, in order. */
  readonly unsaved: readonly string[];
}

export class DraftOverlay {
  private readonly shelf: SnapshotShelf;
  private readonly links = new KeptLinks();
  /** The version that was made here last. */
  private lastMade: { readonly version: VersionId; readonly encode: MaterialisedVersion["encode"] } | undefined;

  /** @param callsEnd resolves once every call has ended that runs when it is asked */
  constructor(
    private readonly ledger: Ledger,
    private readonly drafts: Drafts,
    callsEnd?: () => Promise<void>,
  ) {
    this.shelf = new SnapshotShelf(callsEnd);
  }

  /** @returns `undefined` where no draft counts @throws {GraphError} `VERSION_EXPIRED` where others publish again and again */
  async current(): Promise<DraftedState | undefined> {
    const live = await this.drafts.live();
    if (live === undefined) return undefined;
    this.ledger.loadNewestState();
    const drafts = inOrder(live.drafts);
    const graph = await this.graphOf(drafts);
    const byName = new Map(drafts.map((draft) => [draft.head.path, draftOf(draft)]));
    const unsaved = drafts.flatMap(({ head }) => (head.isDirty ? [head.path] : []));
    return { graph, overlayVersion: live.version, overlay: { draft: (file) => byName.get(file) }, unsaved };
  }

  /** The latest version with the drafts as they are or were a moment ago; `undefined` where they are gone. */
  async at(id: VersionId): Promise<LedgerSnapshot | undefined> {
    if (!isDraftVersion(id)) return undefined;
    const kept = this.shelf.find(id, this.ledger.contentGeneration());
    if (kept !== undefined) return kept;
    const now = await this.current();
    return now?.graph.version === id ? now.graph : undefined;
  }

  /** What these drafts differ in from the latest version; `undefined` where that is nothing, or another process stored it. */
  async difference(drafts: readonly StoredDraft[]): Promise<DraftDifference | undefined> {
    this.ledger.loadNewestState();
    if (this.ledger.latestVersion() === undefined) return undefined;
    const { version } = await this.graphOf(inOrder(drafts));
    if (this.lastMade?.version !== version) return undefined;
    const difference = this.lastMade.encode(new Set(pagesOf(drafts).keys()));
    return difference && { name: nameOf(version), difference };
  }

  /**
   * Makes the version with these facts, and drops it: what linking remembers of the files around holds for the file's drafts, and the program's own
   * code is compiled.
   */
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
    return this.shelf.close();
  }

  private async graphOf(drafts: readonly StoredDraft[]): Promise<LedgerSnapshot> {
    for (let attempt = 1; ; attempt++) {
      const id = draftVersionId(this.ledger.latestVersion()?.id ?? "", drafts);
      try {
        const generation = this.ledger.contentGeneration();
        return await this.shelf.get(
          id,
          generation,
          async () => this.stored(drafts, id) ?? (await this.make(drafts, id)),
        );
      } catch (error) {
        if (!(error instanceof GraphError) || error.code !== "VERSION_EXPIRED" || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** The version as another process made it. */
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

/** Facts and links of another program may be others. */
function nameOf(version: VersionId): string {
  return `${PRODUCER} ${version}`;
}

const NOTHING: ManifestDifference = { files: new Map(), configs: new Map(), skipped: new Map() };

/** Drafts that no text was read of differ in nothing yet. */
function differenceOf(drafts: readonly StoredDraft[]): ManifestDifference {
  const files = new Map<string, ManifestFile | undefined>();
  const skipped = new Map<string, string | undefined>();
  for (const { head, facts } of drafts) {
    if (head.facts === undefined) continue;
    const file = facts && { factsKey: facts.key, flags: facts.flags, page: facts.page };
    files.set(head.path, file);
    skipped.set(head.path, head.facts.refusal);
  }
  return { files, configs: new Map(), skipped };
}

/** Drafts have the marks that the configuration of the version below gives their files. */
function markedAs(base: LedgerUpdate, difference: ManifestDifference): ManifestDifference {
  const marker = fileMarker((path) => base.config(path));
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

/** Follows from what it is made of: text that was not read yet makes no other version, and every process has the same. */
function draftVersionId(base: string, drafts: readonly StoredDraft[]): VersionId {
  const hash = createHash("sha256").update(base);
  for (const { head } of drafts) {
    const { key = head.facts?.refusal, flags } = head.facts ?? {};
    if (key !== undefined) hash.update(`\0${head.path}\0${key}\0${flags}`);
  }
  return parseVersionId(`v${FIRST_ID + (Number.parseInt(hash.digest("hex").slice(0, ID_DIGITS), 16) % FIRST_ID)}`);
}

function draftOf({ head: { facts, textId }, text }: StoredDraft): Draft {
  return { text, isRead: facts?.textId === textId && facts.isWhole === true };
}
