/**
 * Meter of the answers that a process's clients received, compared with the tokens of reading files instead. In memory. A call costs almost
 * nothing, because tokens are counted on request, or when many answers wait.
 * Invariant: a file counts once per session, for the first tool whose answer contained its contents.
 */
import { setImmediate } from "node:timers/promises";
import { CACHE_BYTES, estimatedBytes } from "@sdl/model";
import { filesCoveredBy } from "./files-read.js";

/** An answer as sent. */
type Answer = Readonly<Record<string, unknown>>;

/** One answer that was sent. */
export interface SentAnswer {
  readonly tool: string;
  /** The repository as the call named it. */
  readonly repoId: string | undefined;
  readonly answer: Answer;
  /** Decodes the answer to its standard shape. */
  decode(answer: Answer): Answer;
  /** The text sent to the client. */
  sentAs(answer: Answer): string;
}

/** Counts of one tool. */
export interface ToolUsage {
  readonly calls: number;
  readonly tokensReturned: number;
  /** Tokens of the files whose contents the answers included. */
  readonly tokensOfFiles: number;
}

/** Usage by tool name. */
export type UsageByTool = ReadonlyMap<string, ToolUsage>;

/** Functions that the meter needs. */
export interface UsageSources {
  loadTokenCounter(): Promise<(text: string) => number>;
  /** The repository that a call referred to; empty if to none. */
  repositoryOf(repoId: string | undefined): string;
  /** Whether no answer is counted. Default false. */
  readonly isOff?: boolean | undefined;
}

/** @returns a file's text; `undefined` if it cannot be read */
export type ReadFileText = (repoId: string, file: string) => Promise<string | undefined>;

/** A file whose tokens are not counted yet. */
interface WaitingFile {
  readonly tool: string;
  readonly repoId: string;
  readonly file: string;
}

/** Maximum answers waiting to be counted; more trigger counting. */
const MAX_WAITING = 100;

const NOTHING: ToolUsage = { calls: 0, tokensReturned: 0, tokensOfFiles: 0 };

/** Counts the answers of one process. */
export class UsageMeter {
  private waiting: SentAnswer[] = [];
  private waitingBytes = 0;
  private waitingFiles: WaitingFile[] = [];
  private counting: Promise<void> = Promise.resolve();
  private readonly tools = new Map<string, Map<string, ToolUsage>>();
  private readonly files = new Set<string>();

  constructor(
    readonly startedMs: number,
    private readonly sources: UsageSources,
  ) {}

  record(sent: SentAnswer): void {
    if (this.sources.isOff === true) return;
    this.waiting.push(sent);
    this.waitingBytes += estimatedBytes(sent.answer);
    // Errors are ignored here: `settle` reports them to its caller.
    const isMuch = this.waiting.length >= MAX_WAITING || this.waitingBytes > CACHE_BYTES.uncountedAnswers;
    if (isMuch) this.countAnswers().catch(() => undefined);
  }

  /** Repositories that calls referred to. */
  get repositories(): readonly string[] {
    return [...this.tools.keys()].filter((repoId) => repoId !== "");
  }

  /** Counts all waiting answers and files. */
  async countWaiting(readFile: ReadFileText): Promise<void> {
    await this.countAnswers();
    const countTokens = await this.sources.loadTokenCounter();
    const taken = this.waitingFiles;
    this.waitingFiles = [];
    for (const { tool, repoId, file } of taken) {
      const text = await readFile(repoId, file);
      if (text !== undefined) this.add(repoId, tool, { ...NOTHING, tokensOfFiles: countTokens(text) });
    }
  }

  /** @param repoId all repositories if absent */
  usage(repoId?: string): UsageByTool {
    const chosen = repoId === undefined ? [...this.tools.values()] : [this.tools.get(repoId) ?? new Map()];
    return sumUsage(chosen);
  }

  private countAnswers(): Promise<void> {
    const taken = this.waiting;
    this.waiting = [];
    this.waitingBytes = 0;
    const before = this.counting.catch(() => undefined);
    this.counting = before.then(async () => {
      const countTokens = await this.sources.loadTokenCounter();
      for (const sent of taken) {
        // Yields after each answer, so that a call that arrives meanwhile waits for one count only.
        await setImmediate();
        await this.countAnswer(sent, countTokens);
      }
    });
    return this.counting;
  }

  private async countAnswer(
    { tool, repoId: named, answer, decode, sentAs }: SentAnswer,
    countTokens: (text: string) => number,
  ) {
    const repoId = this.sources.repositoryOf(named);
    this.add(repoId, tool, { ...NOTHING, calls: 1, tokensReturned: countTokens(sentAs(answer)) });
    for (const file of filesCoveredBy(decode(answer))) {
      const key = `${repoId} ${file}`;
      if (this.files.has(key)) continue;
      this.files.add(key);
      this.waitingFiles.push({ tool, repoId, file });
    }
  }

  private add(repoId: string, tool: string, usage: ToolUsage): void {
    const tools = this.tools.get(repoId) ?? new Map<string, ToolUsage>();
    this.tools.set(repoId, tools.set(tool, addUsage(tools.get(tool), usage)));
  }
}

/** Adds up usages tool by tool. */
export function sumUsage(usages: Iterable<UsageByTool>): UsageByTool {
  const sum = new Map<string, ToolUsage>();
  for (const usage of usages) for (const [tool, counts] of usage) sum.set(tool, addUsage(sum.get(tool), counts));
  return sum;
}

function addUsage(a: ToolUsage = NOTHING, b: ToolUsage): ToolUsage {
  return {
    calls: a.calls + b.calls,
    tokensReturned: a.tokensReturned + b.tokensReturned,
    tokensOfFiles: a.tokensOfFiles + b.tokensOfFiles,
  };
}
