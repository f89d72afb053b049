/**
 * Drafts to facts, in a thread of their own: nobody who asks waits for an editor. Where a text cannot be parsed, what was typed since it could be is
 * taken back as far as needed, so that the symbols around it stay.
 */
import type { DraftFacts } from "@sdl/graph";
import { DEFAULT_MAX_FILE_BYTES, ExtractionPool, symbolIdsOf } from "@sdl/indexer";
import { failedReason, type Language } from "@sdl/model";
import { FactsPage, FILE } from "@sdl/model/facts";
import { FILE_GENERATED } from "../discovery/file-rules.js";
import { entryUrl } from "../entry-url.js";
import { requireOwnFiles } from "../version.js";
import { repairedTexts } from "./repaired-text.js";

export interface DraftText {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
}

/** A text that will not be indexed, as its file would not be. */
export interface RefusedDraft {
  readonly refusal: string;
}

export interface ParsedDraft {
  readonly facts: DraftFacts;
  readonly errors: number;
  /** Whether the facts are of the text itself, not of one that was read in its place. */
  readonly isWhole: boolean;
}

export class DraftParser {
  private readonly pool: ExtractionPool;
  private last: Promise<unknown> = Promise.resolve();

  constructor({
    rootPath,
    maxFileBytes = DEFAULT_MAX_FILE_BYTES,
  }: { rootPath: string; maxFileBytes?: number | undefined }) {
    const workerUrl = entryUrl("extraction-worker");
    this.pool = new ExtractionPool({ workerUrl, root: rootPath, maxFileBytes, languages: [] });
  }

  /**
   * @param good the last text without syntax errors, where one is known
   * @returns the facts of the text, or of the most of it that has no more errors than `good`
   */
  async parse(draft: DraftText, good: string | undefined): Promise<ParsedDraft | RefusedDraft> {
    const parsed = await this.extract(draft);
    if ("refusal" in parsed || parsed.errors === 0 || good === undefined) return parsed;
    const before = await this.extract({ ...draft, text: good });
    if ("refusal" in before || before.errors >= parsed.errors) return parsed;
    if (holdsAll(parsed, before, draft.path)) return parsed;
    for (const text of repairedTexts(good, draft.text)) {
      const repaired = await this.extract({ ...draft, text });
      if (!("refusal" in repaired) && repaired.errors <= before.errors)
        return { ...repaired, errors: parsed.errors, isWhole: false };
    }
    return parsed;
  }

  async close(): Promise<void> {
    await this.last;
    await this.pool.close();
  }

  /** One after the other: a pool has one run at a time. */
  private extract(draft: DraftText): Promise<ParsedDraft | RefusedDraft> {
    const run = this.last.then(() => this.extractNow(draft));
    this.last = run.catch(() => undefined);
    return run;
  }

  private async extractNow({ path, language, text }: DraftText): Promise<ParsedDraft | RefusedDraft> {
    requireOwnFiles();
    const content = Buffer.from(text);
    let parsed: ParsedDraft | RefusedDraft = { refusal: failedReason("it was not read") };
    await this.pool.run({
      jobs: [{ path, language, sizeBytes: content.length, content }],
      workers: 1,
      knownKeys: [],
      onOutcome: (_, outcome) => {
        if (outcome.status === "skipped") parsed = { refusal: outcome.reason };
        if (outcome.status !== "facts" || outcome.page === undefined) return;
        // The page is a view of what the worker sent.
        const page = Uint8Array.from(outcome.page);
        const errors = new FactsPage(page).table(FILE).errors[0] ?? 0;
        parsed = {
          facts: { key: outcome.key, flags: outcome.isGenerated ? FILE_GENERATED : 0, page },
          errors,
          isWhole: true,
        };
      },
    });
    return parsed;
  }
}

/** Whether every symbol of `before` is there. */
function holdsAll(now: ParsedDraft, before: ParsedDraft, path: string): boolean {
  const ids = new Set(idsOf(now, path));
  return idsOf(before, path).every((id) => ids.has(id));
}

function idsOf({ facts }: ParsedDraft, path: string): string[] {
  const words = symbolIdsOf(new FactsPage(facts.page), path);
  return Array.from({ length: words.length / 2 }, (_, i) => `${words[2 * i]} ${words[2 * i + 1]}`);
}
