/**
 * The latest version with the drafts on top, made in memory when it is asked for: what drafted files differ in is put over the ledger and
 * linked, by the steps of a refresh. The last one is kept until what was read of drafts, or the ledger, changes.
 */
import { createHash } from "node:crypto";
import type { Ledger, LedgerSnapshot, LedgerUpdate, StoredDraft } from "@sdl/graph";
import { type FileHandle, GraphError, parseVersionId, type VersionId } from "@sdl/model";
import { byPath } from "@sdl/model/text";
import type { ManifestDifference, ManifestFile } from "../discovery/manifest.js";
import { KeptLinks, type OpenLinks } from "../refresh/link.js";
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
  /** Of edits of bodies over one version: what it remembers of other files holds for the next. */
  private readonly links = new KeptLinks();
  /** The files that the kept session knows otherwise than the version has them. */
  private linkedOtherwise: ReadonlySet<string> = new Set();

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
    this.ledger.lookAnew();
    const drafts = live.drafts.map(({ head, ...rest }) => ({ path: head.path, head, ...rest })).sort(byPath);
    const graph = await this.graphOf(drafts);
    const byName = new Map(drafts.map((draft) => [draft.path, draftOf(draft)]));
    const unsaved = drafts.flatMap(({ path, head }) => (head.isDirty ? [path] : []));
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

  close(): Promise<void> {
    return this.shelf.close();
  }

  private async graphOf(drafts: readonly StoredDraft[]): Promise<LedgerSnapshot> {
    for (let attempt = 1; ; attempt++) {
      const id = draftVersionId(this.ledger.latestVersion()?.id ?? "", drafts);
      try {
        return await this.shelf.get(id, this.ledger.contentGeneration(), () => this.make(drafts, id));
      } catch (error) {
        if (!(error instanceof GraphError) || error.code !== "VERSION_EXPIRED" || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  private async make(drafts: readonly StoredDraft[], version: VersionId): Promise<LedgerSnapshot> {
    const difference = differenceOf(drafts);
    const draft = this.ledger.beginDraft();
    const base = this.ledger.latestVersion()?.id;
    let links: OpenLinks | undefined;
    const openLinks = (update: LedgerUpdate, files: readonly FileHandle[], isBodyEdit: boolean): OpenLinks => {
      if (!isBodyEdit) return new KeptLinks().take(update, files, { version: base, isBodyEdit });
      const before = [...this.linkedOtherwise].flatMap((path) => update.file(path) ?? []);
      links = this.links.take(update, [...new Set([...files, ...before])], { version: base, isBodyEdit });
      return links;
    };
    const graph = await materialise(draft, difference, { version, openLinks });
    if (links !== undefined && base !== undefined) {
      this.links.put(links, base);
      this.linkedOtherwise = new Set(difference.files.keys());
    }
    return graph;
  }
}

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
