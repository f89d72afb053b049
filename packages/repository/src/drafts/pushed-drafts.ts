/** Effects of pushes on the store: stale pushes, new texts, and warnings about other editors of the same file. */
import type { DraftChange, DraftHead, DraftStore } from "@sdl/graph";
import type { DraftPush } from "./draft-request.js";
import { draftKey, latestPerFile } from "./draft-rules.js";

/** Options of {@link PushedDrafts}. */
export interface PushedDraftsOptions {
  /** This process, as drafts name it. */
  readonly holder: () => string;
  readonly now: () => number;
  readonly maxFiles: () => number;
}

/** A push of a located buffer. */
export interface PlacedPush {
  readonly push: DraftPush;
  /** Repository-relative. */
  readonly path: string;
  /** Masked text; absent if no text of the buffer should be stored. */
  readonly text: string | undefined;
  /** Why the buffer is not indexed; absent if it is. */
  readonly refusal: string | undefined;
}

/** Result of a push. */
export interface PushOutcome {
  readonly overlayVersion: number;
  /** Why the push was rejected. */
  readonly problem: string | undefined;
  /** Id of the text to parse; absent if no text is new. */
  readonly textId: number | undefined;
  readonly warnings: readonly string[];
}

/** Applies pushes to the store. */
export class PushedDrafts {
  /** Latest versions of open buffers without a draft. */
  private readonly seen = new Map<string, number>();

  constructor(private readonly options: PushedDraftsOptions) {}

  accept(store: DraftStore, placed: PlacedPush): PushOutcome {
    let outcome: Omit<PushOutcome, "overlayVersion"> = { problem: undefined, textId: undefined, warnings: [] };
    const overlayVersion = store.change((changing) => {
      outcome = this.changeDraft(changing, placed);
    });
    return { ...outcome, overlayVersion };
  }

  private changeDraft(changing: DraftChange, placed: PlacedPush): Omit<PushOutcome, "overlayVersion"> {
    const { push, path, text } = placed;
    const { source, event, version } = push;
    const before = changing.head(path, source);
    const problem = this.findProblem(placed, before, changing);
    if (problem !== undefined) return { problem, textId: undefined, warnings: [] };
    const key = draftKey({ path, source });
    if (event === "close") this.seen.delete(key);
    else this.seen.set(key, version);
    const textId = text === undefined ? this.remove(changing, before) : this.put(changing, placed, before);
    const warnings = event === "close" ? [] : warnOfOtherEditors(changing, path, source);
    return { problem: undefined, textId, warnings };
  }

  private remove(changing: DraftChange, before: DraftHead | undefined): undefined {
    if (before !== undefined) changing.remove(before);
  }

  /**
   * Stores a draft. Facts of the buffer's older text are kept until the new one is parsed. @returns the id of the text,
   * if it is new
   */
  private put(
    changing: DraftChange,
    { push, path, text, refusal }: PlacedPush,
    before: DraftHead | undefined,
  ): number | undefined {
    const { source, version, timestampMs, event } = push;
    const isOpened = before === undefined || event === "open";
    const isNew = isOpened || changing.draftText(before) !== text || before.facts?.refusal !== refusal;
    const textId = isNew ? changing.version : before.textId;
    const head = {
      ...{ path, source, version, timestampMs, renewedMs: this.options.now(), isDirty: event !== "save" },
      ...{ holder: this.options.holder(), textId, firstTextId: isOpened ? textId : before.firstTextId },
    };
    const facts = refusal === undefined ? (isOpened ? undefined : before.facts) : { textId, refusal };
    changing.put({ head: { ...head, ...(facts && { facts }) }, ...(isNew && text !== undefined && { text }) });
    return isNew && refusal === undefined ? textId : undefined;
  }

  private findProblem(
    { push, path, text }: PlacedPush,
    before: DraftHead | undefined,
    changing: DraftChange,
  ): string | undefined {
    const { event, version, source } = push;
    const last = before?.version ?? this.seen.get(draftKey({ path, source }));
    // Events without new text may repeat the version of the last text.
    const mayRepeat = event === "save" || event === "close" || event === "checkpoint";
    if (last !== undefined && event !== "open" && (version < last || (version === last && !mayRepeat)))
      return `version ${version} is stale: version ${last} of the buffer is known`;
    const maxFiles = this.options.maxFiles();
    if (before === undefined && text !== undefined && changing.heads().length >= maxFiles)
      return `there are ${maxFiles} drafts already: this one is not kept; save or close some`;
    return undefined;
  }
}

/** Warning if another editor has the file open too, with the editor whose text counts. */
function warnOfOtherEditors(changing: DraftChange, path: string, source: string): string[] {
  const heads = changing.heads().filter((head) => head.path === path);
  const [other] = heads.filter((head) => head.source !== source);
  if (other === undefined) return [];
  const counting = latestPerFile(heads).get(path)?.source;
  const whose = counting === source ? "this text counts, which is newer" : "its text counts, which is newer";
  return [`${path} is open in another editor (${counting === source ? other.source : counting}), too: ${whose}`];
}
