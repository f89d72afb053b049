/** What a push changes in the store: which pushes are stale, which text is new, and who else has the file open. */
import type { DraftChange, DraftHead, DraftStore } from "@sdl/graph";
import type { DraftPush } from "./draft-request.js";
import { draftKey, winners } from "./draft-rules.js";

export interface PushedDraftsOptions {
  /** This process, as heads name it. */
  readonly holder: () => string;
  readonly now: () => number;
  readonly maxFiles: () => number;
}

export interface PlacedPush {
  readonly push: DraftPush;
  /** Repository-relative. */
  readonly path: string;
  /** Masked; absent where nothing of the buffer is to be kept. */
  readonly text: string | undefined;
  /** Why the buffer will not be indexed; absent where it is to be read. */
  readonly refusal: string | undefined;
}

/** What became of a push. */
export interface PushOutcome {
  readonly overlayVersion: number;
  /** Why it was not taken. */
  readonly problem: string | undefined;
  /** Of the text that is to be read; absent where none is new. */
  readonly textId: number | undefined;
  readonly warnings: readonly string[];
}

export class PushedDrafts {
  /** Versions of buffers that have no draft, since they were opened. */
  private readonly seen = new Map<string, number>();

  constructor(private readonly options: PushedDraftsOptions) {}

  take(store: DraftStore, placed: PlacedPush): PushOutcome {
    let outcome: Omit<PushOutcome, "overlayVersion"> = { problem: undefined, textId: undefined, warnings: [] };
    const overlayVersion = store.change((changing) => {
      outcome = this.change(changing, placed);
    });
    return { ...outcome, overlayVersion };
  }

  private change(changing: DraftChange, placed: PlacedPush): Omit<PushOutcome, "overlayVersion"> {
    const { push, path, text } = placed;
    const { source, event, version } = push;
    const before = changing.head(path, source);
    const problem = this.problemOf(placed, before, changing);
    if (problem !== undefined) return { problem, textId: undefined, warnings: [] };
    const key = draftKey({ path, source });
    if (event === "close") this.seen.delete(key);
    else this.seen.set(key, version);
    const textId = text === undefined ? this.remove(changing, before) : this.put(changing, placed, before);
    const warnings = event === "close" ? [] : othersOn(changing, path, source);
    return { problem: undefined, textId, warnings };
  }

  private remove(changing: DraftChange, before: DraftHead | undefined): undefined {
    if (before !== undefined) changing.remove(before);
  }

  /** Facts of an older text of the buffer stay until the new one is read. @returns the id of the text, if it is new */
  private put(
    changing: DraftChange,
    { push, path, text, refusal }: PlacedPush,
    before: DraftHead | undefined,
  ): number | undefined {
    const { source, version, timestampMs, event } = push;
    const isOpened = before === undefined || event === "open";
    const isNew = isOpened || changing.text(before) !== text || before.facts?.refusal !== refusal;
    const textId = isNew ? changing.version : before.textId;
    const head = {
      ...{ path, source, version, timestampMs, renewedMs: this.options.now(), isDirty: event !== "save" },
      ...{ holder: this.options.holder(), textId, firstTextId: isOpened ? textId : before.firstTextId },
    };
    const facts = refusal === undefined ? (isOpened ? undefined : before.facts) : { textId, refusal };
    changing.put({ head: { ...head, ...(facts && { facts }) }, ...(isNew && text !== undefined && { text }) });
    return isNew && refusal === undefined ? textId : undefined;
  }

  private problemOf(
    { push, path, text }: PlacedPush,
    before: DraftHead | undefined,
    changing: DraftChange,
  ): string | undefined {
    const { event, version, source } = push;
    const last = before?.version ?? this.seen.get(draftKey({ path, source }));
    // What only tells of the text that is there may come with its version.
    const mayRepeat = event === "save" || event === "close" || event === "checkpoint";
    if (last !== undefined && event !== "open" && (version < last || (version === last && !mayRepeat)))
      return `version ${version} is stale: version ${last} of the buffer is known`;
    const maxFiles = this.options.maxFiles();
    if (before === undefined && text !== undefined && changing.heads().length >= maxFiles)
      return `there are ${maxFiles} drafts already: this one is not kept; save or close some`;
    return undefined;
  }
}

/** Whose text counts where another editor has the file open, too. */
function othersOn(changing: DraftChange, path: string, source: string): string[] {
  const heads = changing.heads().filter((head) => head.path === path);
  const [other] = heads.filter((head) => head.source !== source);
  if (other === undefined) return [];
  const counting = winners(heads).get(path)?.source;
  const whose = counting === source ? "this text counts, which is newer" : "its text counts, which is newer";
  return [`${path} is open in another editor (${counting === source ? other.source : counting}), too: ${whose}`];
}
