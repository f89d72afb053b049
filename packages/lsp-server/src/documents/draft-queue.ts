/**
 * Queue that pushes the editor's document events to the drafts of a repository: in order for each document, without delaying answers. Of several
 * waiting changes only the last is pushed, because each contains the whole text.
 */
import { bufferPush, type Engine, type IdleCollector, toErrorAnswer } from "@sdl/engine";

/** One event of a document. */
export interface BufferEvent {
  readonly eventType: "open" | "change" | "save" | "close";
  readonly repoId: string;
  /** Absolute path without symbolic links. */
  readonly filePath: string;
  readonly content: string;
  readonly version: number;
  /** Whether the text differs from the file on disk. */
  readonly dirty: boolean;
  readonly timestamp: string;
}

/** A queued event; the document's repository is determined while it waits. */
type PendingEvent = Promise<BufferEvent | undefined>;

interface DocumentQueue {
  readonly waiting: { readonly isChange: boolean; readonly event: PendingEvent }[];
  running: Promise<void> | undefined;
}

/** Error codes that concern only one file: the editor continues without a draft of it. */
const FILE_ERROR_CODES: ReadonlySet<string> = new Set([
  "path_outside_repo",
  "too_large",
  "policy_denied",
  "invalid_params",
]);

/**
 * Maximum number of tries of a push. Retries are needed because the user will not type the same text again when the store was full or busy for a
 * moment.
 */
const MAX_ATTEMPTS = 4;
const RETRY_MS = 200;

/** Sends events of all documents, one queue for each. */
export class DraftQueue {
  private readonly queues = new Map<string, DocumentQueue>();

  constructor(
    private readonly options: {
      readonly engine: Engine;
      readonly rest: IdleCollector;
      /** Identifies the editor. */
      readonly source: () => string;
      readonly onError: (text: string) => void;
      readonly onPushed: () => void;
    },
  ) {}

  /** @param event resolves to `undefined` if the document belongs to no repository */
  add(uri: string, isChange: boolean, event: PendingEvent): void {
    const line = this.queues.get(uri) ?? { waiting: [], running: undefined };
    this.queues.set(uri, line);
    if (isChange && line.waiting.at(-1)?.isChange === true) line.waiting.pop();
    line.waiting.push({ isChange, event });
    line.running ??= this.run(uri, line);
  }

  /** Resolves when all events of the document so far have been pushed. */
  async whenPushed(uri: string): Promise<void> {
    await this.queues.get(uri)?.running;
  }

  async whenAllPushed(): Promise<void> {
    await Promise.all([...this.queues.values()].map(({ running }) => running));
  }

  private async run(uri: string, line: DocumentQueue): Promise<void> {
    for (let next = line.waiting.shift(); next !== undefined; next = line.waiting.shift()) {
      for (let attempt = 1; !(await this.push(next.event)) && attempt < MAX_ATTEMPTS; attempt++) {
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS * attempt));
        // A newer event supersedes this one.
        if (line.waiting.length > 0) break;
      }
    }
    this.queues.delete(uri);
  }

  /** @returns false if the push should be tried again */
  private async push(waiting: PendingEvent): Promise<boolean> {
    const { engine, rest, source, onError, onPushed } = this.options;
    try {
      const event = await waiting;
      if (event === undefined) return true;
      const args = { ...event, sourceId: source() };
      await rest.runCall(() => bufferPush.execute(args, { engine, signal: engine.ending }));
      onPushed();
      return true;
    } catch (error) {
      const { code, message } = toErrorAnswer(error, engine.log);
      if (FILE_ERROR_CODES.has(code) || engine.ending.aborted) return true;
      onError(message);
      return false;
    }
  }
}
