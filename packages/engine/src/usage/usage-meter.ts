/**
 * What a process's clients were sent, and what reading files instead would have cost them. In memory; a call costs it next to nothing:
 * tokens are counted when somebody asks, or when much waits.
 * Invariant: a file counts once a session, for the first tool that told its contents.
 */
import { setImmediate } from "node:timers/promises";
import { CACHE_BYTES, estimatedBytes } from "@sdl/model";
import { filesRead } from "./files-read.js";

/** An answer as it is sent. */
type Answer = Readonly<Record<string, unknown>>;

/** One answer that left. */
export interface SentAnswer {
  readonly tool: string;
  /** As the call named it. */
  readonly repoId: string | undefined;
  readonly answer: Answer;
  /** In its standard shape. */
  decode(answer: Answer): Answer;
  /** The answer as its client gets it. */
  sentAs(answer: Answer): string;
}

export interface ToolUsage {
  readonly calls: number;
  readonly tokensReturned: number;
  /** Of the files that would have been read instead. */
  readonly tokensOfFiles: number;
}

/** By tool. */
export type UsageByTool = ReadonlyMap<string, ToolUsage>;

/** What the meter is given. */
export interface UsageSources {
  loadTokenCounter(): Promise<(text: string) => number>;
  /** The repository that a call meant; empty where it meant none. */
  repositoryOf(repoId: string | undefined): string;
}

/** @returns a file's text, `undefined` when it cannot be read */
export type ReadFileText = (repoId: string, file: string) => Promise<string | undefined>;

/** A file whose tokens are still to be counted. */
interface WaitingFile {
  readonly tool: string;
  readonly repoId: string;
  readonly file: string;
}

/** Answers that wait at most; more are counted at once. */
const MAX_WAITING = 100;

const NOTHING: ToolUsage = { calls: 0, tokensReturned: 0, tokensOfFiles: 0 };

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
    this.waiting.push(sent);
    this.waitingBytes += estimatedBytes(sent.answer);
    // What stands in the way of counting, whoever asks for the counts hears.
    const isMuch = this.waiting.length >= MAX_WAITING || this.waitingBytes > CACHE_BYTES.uncountedAnswers;
    if (isMuch) this.countAnswers().catch(() => undefined);
  }

  /** Repositories that were asked about. */
  get repositories(): readonly string[] {
    return [...this.tools.keys()].filter((repoId) => repoId !== "");
  }

  /** Counts all that waits. */
  async settle(readFile: ReadFileText): Promise<void> {
    await this.countAnswers();
    const countTokens = await this.sources.loadTokenCounter();
    const taken = this.waitingFiles;
    this.waitingFiles = [];
    for (const { tool, repoId, file } of taken) {
      const text = await readFile(repoId, file);
      if (text !== undefined) this.add(repoId, tool, { ...NOTHING, tokensOfFiles: countTokens(text) });
    }
  }

  /** @param repoId all when absent */
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
        // A call that came meanwhile waits for one count, not for a hundred.
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
    for (const file of filesRead(decode(answer))) {
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
