/** Run of the derivation process: starts it, stores what it sends, and reports how it ended. */

import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Ledger } from "@sdl/graph";
import { GraphError } from "@sdl/model";
import type { EmbeddingProgress } from "../embeddings/embed-texts.js";
import { entryUrl } from "../entry-url.js";
import type { ProgramFault } from "../machine/program-log.js";
import { requireOwnFiles } from "../version.js";
import type { DerivationAnswer, DerivationMessage, DerivationTask } from "./derivation-messages.js";

/** How a run ended. */
export interface RunOutcome {
  /** False if a newer version was published meanwhile, or the process was ended. */
  readonly isDone: boolean;
  /** Why symbols could not be embedded. */
  readonly embeddingFault?: string;
}

/** One run of the derivation process. */
export class DerivationRun {
  private child: ChildProcess | undefined;
  private isEnded = false;

  constructor(
    private readonly ledger: Ledger,
    private readonly task: DerivationTask,
    private readonly heard: {
      readonly onProgress: (progress: EmbeddingProgress) => void;
      readonly onFault: (fault: ProgramFault) => void;
    },
  ) {}

  /** Ends the process. Results that are not stored yet are lost. */
  endProcess(): void {
    this.isEnded = true;
    this.child?.kill();
  }

  /**
   * Runs the process to its end. @throws {SdlError} `busy` if the entry file belongs to another version of the program
   * @throws errors of derivation and storing
   */
  async run(): Promise<RunOutcome> {
    if (this.isEnded) return { isDone: false };
    requireOwnFiles();
    const entry = fileURLToPath(entryUrl("derivation-process"));
    const child = fork(entry, [], { serialization: "advanced", stdio: "ignore", execArgv: [] });
    this.child = child;
    try {
      return await this.followProcess(child);
    } finally {
      child.kill();
    }
  }

  private followProcess(child: ChildProcess): Promise<RunOutcome> {
    return new Promise((resolve, reject) => {
      let isEmbedding = !this.task.withLayers;
      child.on("message", (message: DerivationMessage) => {
        if (this.isEnded) return;
        try {
          const outcome = this.handleDerivationMessage(message, (answer) => child.send(answer));
          if (outcome !== undefined) resolve(outcome);
          isEmbedding ||= message.kind === "layers";
        } catch (error) {
          reject(error);
        }
      });
      child.once("error", reject);
      // The `disconnect` event rather than `exit`: a busy process receives `exit` before it has read the last message.
      child.once("disconnect", () => resolve(this.lostOutcome(isEmbedding)));
      // `send` is absent if the process could not be started: its `error` event follows.
      child.send?.(this.task);
    });
  }

  /** Handles a message. @returns how the run ended, if it did */
  private handleDerivationMessage(
    message: DerivationMessage,
    answer: (answer: DerivationAnswer) => void,
  ): RunOutcome | undefined {
    switch (message.kind) {
      case "progress":
        this.heard.onProgress(message.progress);
        return undefined;
      case "layers":
        return this.answerWhetherToContinue(this.ledger.derived.putDerived(message.layers), answer);
      case "embeddings":
        return this.answerWhetherToContinue(this.ledger.derived.putEmbeddings(message.embeddings), answer);
      case "embedding-failure":
        return { isDone: true, embeddingFault: message.reason };
      case "fault":
        this.heard.onFault(message.fault);
        return undefined;
      case "failure":
        throw message.code === undefined
          ? Object.assign(new Error(message.reason), { stack: message.stack })
          : new GraphError(message.code, message.reason);
      case "done":
        return { isDone: this.isComplete() };
    }
  }

  private answerWhetherToContinue(goOn: boolean, answer: (answer: DerivationAnswer) => void): RunOutcome | undefined {
    answer({ goOn });
    return goOn ? undefined : { isDone: false };
  }

  /** Whether the derived data is complete for the latest version. */
  private isComplete(): boolean {
    const state = this.task.model === undefined ? undefined : this.ledger.derived.embeddingState();
    const isEmbedded = this.task.model === undefined || (state?.isLatest === true && state.missing === 0);
    return (!this.task.withLayers || this.ledger.derived.isDerived()) && isEmbedded;
  }

  /**
   * The outcome of a process that died. While embedding, it counts as a fault: a runtime that kills its process would
   * kill the next one too.
   */
  private lostOutcome(isEmbedding: boolean): RunOutcome {
    const isFault = isEmbedding && this.task.model !== undefined && !this.isEnded;
    return { isDone: isFault, ...(isFault ? { embeddingFault: "the process that embeds ended unexpectedly" } : {}) };
  }
}
