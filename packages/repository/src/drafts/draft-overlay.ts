/**
 * The latest version with the drafts on top, made in memory when it is asked for: what drafted files differ in is put over the ledger and
 * linked, by the steps of a refresh. The last one is kept until drafts or ledger change.
 */
import type { Ledger, LedgerSnapshot, LedgerUpdate } from "@sdl/graph";
import { type FileHandle, GraphError, parseVersionId, type VersionId } from "@sdl/model";
import type { ManifestFile } from "../discovery/manifest.js";
import { KeptLinks, type OpenLinks } from "../refresh/link.js";
import type { SourceOverlay } from "../source/overlay.js";
import { materialise } from "../versions/materialise.js";
import { SnapshotShelf } from "../versions/snapshot-shelf.js";
import type { Drafts, LiveDrafts } from "./drafts.js";

/** Beyond any time, and below the numbers of git's commits. */
const FIRST_ID = 50_000_000_000_000;
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
    const graph = await this.graphOf(live);
    const unsaved = [...live.files].flatMap(([path, { isDirty }]) => (isDirty ? [path] : [])).sort();
    return { graph, overlayVersion: live.version, overlay: { draft: (file) => draftText(live, file) }, unsaved };
  }

  close(): Promise<void> {
    return this.shelf.close();
  }

  private async graphOf(live: LiveDrafts): Promise<LedgerSnapshot> {
    const id = draftVersionId(live.version);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.shelf.get(id, this.ledger.contentGeneration(), () => this.make(live, id));
      } catch (error) {
        if (!(error instanceof GraphError) || error.code !== "VERSION_EXPIRED" || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  private async make({ files }: LiveDrafts, version: VersionId): Promise<LedgerSnapshot> {
    const changed = [...files].flatMap(([path, draft]): [string, ManifestFile][] => {
      const facts = draft.facts();
      return facts === undefined ? [] : [[path, { factsKey: facts.key, flags: facts.flags, page: facts.page }]];
    });
    const difference = { files: new Map(changed), configs: new Map(), skipped: new Map() };
    const draft = this.ledger.beginDraft();
    const base = this.ledger.latestVersion()?.id;
    let links: OpenLinks | undefined;
    const openLinks = (update: LedgerUpdate, changed: readonly FileHandle[], isBodyEdit: boolean): OpenLinks => {
      if (!isBodyEdit) return new KeptLinks().take(update, changed, { version: base, isBodyEdit });
      const before = [...this.linkedOtherwise].flatMap((path) => update.file(path) ?? []);
      links = this.links.take(update, [...new Set([...changed, ...before])], { version: base, isBodyEdit });
      return links;
    };
    const graph = await materialise(draft, difference, { version, openLinks });
    if (links !== undefined && base !== undefined) {
      this.links.put(links, base);
      this.linkedOtherwise = new Set(files.keys());
    }
    return graph;
  }
}

export function isDraftVersion(id: VersionId): boolean {
  const number = Number(id.slice(1));
  return number >= FIRST_ID && number < 2 * FIRST_ID;
}

function draftVersionId(version: number): VersionId {
  return parseVersionId(`v${FIRST_ID + version}`);
}

function draftText(live: LiveDrafts, file: string): { readonly text: string } | undefined {
  const text = live.files.get(file)?.text();
  return text === undefined ? undefined : { text };
}
