/**
 * Parser of drafts to facts, in a worker thread, so that no query waits for an editor. If a text cannot be parsed, the
 * newest edits are taken back as far as needed to keep the symbols around them.
 */
import type { DraftFacts } from "@sdl/graph";
import { DEFAULT_MAX_FILE_BYTES, ExtractionPool, symbolIdsOf } from "@sdl/indexer";
import { CACHE_BYTES, failedReason, type Language, RecentMap } from "@sdl/model";
import { FactsPage, FILE, SYMBOLS } from "@sdl/model/facts";
import { fileFlags } from "../discovery/file-rules.js";
import { entryUrl } from "../entry-url.js";
import { requireOwnFiles } from "../version.js";
import { repairedTexts, untouchedLines } from "./repaired-text.js";

/** How long an idle thread is kept, in milliseconds: starting one costs the next text a quarter of a second. */
const IDLE_MS = 60_000;

/** The unsaved text of a file, to be parsed. */
export interface DraftText {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
}

/** A draft that is not indexed, for the same reason as a file with its text would not be. */
export interface RefusedDraft {
  readonly refusal: string;
}

/** The facts of a draft. */
export interface ParsedDraft {
  readonly facts: DraftFacts;
  readonly errors: number;
  /** Whether the facts are of the text itself rather than of a repaired one. */
  readonly isWhole: boolean;
}

interface ParsedText {
  readonly text: string;
  readonly parsed: ParsedDraft;
}

/** Parses drafts one at a time. */
export class DraftParser {
  private readonly pool: ExtractionPool;
  private last: Promise<unknown> = Promise.resolve();
  /** Texts that following ones are compared with, by path: the last one without errors, or the only one. */
  private readonly kept = new RecentMap<ParsedText, string>({
    maxBytes: CACHE_BYTES.goodDrafts,
    sizeOf: ({ text, parsed }) => 2 * text.length + parsed.facts.page.length,
  });

  constructor({
    rootPath,
    maxFileBytes = DEFAULT_MAX_FILE_BYTES,
  }: { rootPath: string; maxFileBytes?: number | undefined }) {
    const workerUrl = entryUrl("extraction-worker");
    this.pool = new ExtractionPool({ workerUrl, root: rootPath, maxFileBytes, languages: [], idleMs: IDLE_MS });
  }

  /**
   * Parses a draft.
   * @param good the last text without syntax errors, if known
   * @returns the facts of the text; if the edits lost symbols of `good`, the facts of the largest part of the text that
   * has them and no more errors
   */
  async parse(draft: DraftText, good: string | undefined): Promise<ParsedDraft | RefusedDraft> {
    const parsed = await this.extract(draft);
    if ("refusal" in parsed || good === undefined || good === draft.text) return this.rememberText(draft, parsed);
    const before = await this.extract({ ...draft, text: good });
    if ("refusal" in before) return this.rememberText(draft, parsed);
    // The next text is compared with this one if this one has no errors.
    if (parsed.errors === 0) this.rememberText(draft, parsed);
    else this.rememberText({ ...draft, text: good }, before);
    const keeps = (one: ParsedDraft, text: string): boolean =>
      holdsUntouched(one, before, { good, text }) &&
      (parsed.errors <= before.errors || holdsAll(one, before, draft.path));
    if (keeps(parsed, draft.text)) return parsed;
    for (const text of repairedTexts(good, draft.text)) {
      const repaired = await this.extract({ ...draft, text });
      if ("refusal" in repaired || repaired.errors > before.errors) continue;
      if (keeps(repaired, text)) return { ...repaired, errors: Math.max(1, parsed.errors), isWhole: false };
    }
    return parsed;
  }

  /**
   * Parses a text that will probably be edited, so that the first edit finds a running thread and a text to compare
   * with.
   * @returns the facts of the text with an added empty line, which differ
   */
  async warm(draft: DraftText): Promise<ParsedDraft | RefusedDraft> {
    this.rememberText(draft, await this.extract(draft));
    return this.extract({ ...draft, text: `${draft.text}\n` });
  }

  async close(): Promise<void> {
    await this.last;
    await this.pool.close();
  }

  /** Keeps a text for comparison. */
  private rememberText({ path, text }: DraftText, parsed: ParsedDraft | RefusedDraft): ParsedDraft | RefusedDraft {
    if (!("refusal" in parsed)) this.kept.put(path, { text, parsed });
    return parsed;
  }

  /** Extracts a draft, one after the other: a pool has one run at a time. */
  private extract(draft: DraftText): Promise<ParsedDraft | RefusedDraft> {
    const kept = this.kept.get(draft.path);
    if (kept?.text === draft.text) return Promise.resolve(kept.parsed);
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
        // Copied: the page is a view of the worker's message.
        const page = Uint8Array.from(outcome.page);
        const errors = new FactsPage(page).table(FILE).errors[0] ?? 0;
        parsed = {
          facts: { key: outcome.key, flags: fileFlags(outcome.isGenerated), page },
          errors,
          isWhole: true,
        };
      },
    });
    return parsed;
  }
}

/**
 * Whether the declarations on unedited lines are still found on these lines: an incomplete declaration may swallow the
 * following ones without a syntax error. Compares simple names, since methods of a renamed class get other qualified
 * names.
 */
function holdsUntouched(
  now: ParsedDraft,
  before: ParsedDraft,
  { good, text }: { readonly good: string; readonly text: string },
): boolean {
  const [old, lines] = [good.split("\n"), text.split("\n")];
  const { head, tail } = untouchedLines(old, lines);
  const there = new Set(declaredNames(now).map(({ line, name }) => `${line} ${name}`));
  return declaredNames(before).every(({ line, name }) => {
    if (line <= head) return there.has(`${line} ${name}`);
    return line <= old.length - tail || there.has(`${line + lines.length - old.length} ${name}`);
  });
}

/** Names and lines, from 1, of all symbols except the module. */
function declaredNames({ facts }: ParsedDraft): { readonly line: number; readonly name: string }[] {
  const page = new FactsPage(facts.page);
  const { rows, name, startLine, nameLine } = page.table(SYMBOLS);
  return Array.from({ length: Math.max(0, rows - 1) }, (_, i) => ({
    line: (startLine[i + 1] ?? 0) + (nameLine[i + 1] ?? 0),
    name: page.string(name[i + 1] ?? 0),
  }));
}

/** Whether every symbol of `before` still exists. */
function holdsAll(now: ParsedDraft, before: ParsedDraft, path: string): boolean {
  const ids = new Set(symbolIdsOfDraft(now, path));
  return symbolIdsOfDraft(before, path).every((id) => ids.has(id));
}

function symbolIdsOfDraft({ facts }: ParsedDraft, path: string): string[] {
  const words = symbolIdsOf(new FactsPage(facts.page), path);
  return Array.from({ length: words.length / 2 }, (_, i) => `${words[2 * i]} ${words[2 * i + 1]}`);
}
