/**
 * What the links of one state of a repository share, and of the states after it: steps of evaluation remembered across files.
 * Knows which state it stands for; refuses to know what changed between two (its owner does).
 */
import type { FileHandle } from "@sdl/model";
import type { FactsSource } from "@sdl/model/graph";
import { Evaluator } from "./evaluate.js";
import { type WorkLimit, workLimitOf } from "./work-limit.js";

/** Passes every question on to the state that links are made for at the time. */
class CurrentSource implements FactsSource {
  constructor(public state: FactsSource) {}

  file(path: string) {
    return this.state.file(path);
  }

  path(file: FileHandle) {
    return this.state.path(file);
  }

  facts(file: FileHandle) {
    return this.state.facts(file);
  }

  symbolIds(file: FileHandle) {
    return this.state.symbolIds(file);
  }

  files() {
    return this.state.files();
  }

  config(path: string) {
    return this.state.config(path);
  }

  configs() {
    return this.state.configs();
  }
}

/** How one state differs from the one before. */
export interface StateChange {
  /** Whose facts are others. */
  readonly files: Iterable<FileHandle>;
  /** Of these files, all that `outdatedLookups` says. */
  readonly lookups: ReadonlySet<number>;
}

export interface LinkOptions {
  /** Whether edges get measured confidences; without, those of the rules themselves, to measure them. Default: true. */
  readonly isCalibrated?: boolean;
  /** What the files that were read may take: a test bounds it more tightly than memory does. */
  readonly contextBytes?: number | undefined;
  /** The most work that a file may take: a test bounds it more tightly than {@link workLimitOf}. */
  readonly workLimit?: WorkLimit;
}

export class LinkSession {
  readonly evaluator: Evaluator;
  readonly workLimit: WorkLimit;
  private readonly source: CurrentSource;

  constructor(
    source: FactsSource,
    private readonly options: LinkOptions,
  ) {
    this.source = new CurrentSource(source);
    this.workLimit = options.workLimit ?? workLimitOf;
    this.evaluator = new Evaluator(this.source, options.isCalibrated ?? true, options.contextBytes);
  }

  /** A session for the same state that remembers nothing. */
  anew(): LinkSession {
    return new LinkSession(this.source.state, this.options);
  }

  /**
   * Goes on with another state that has the same files and the same configuration: what is remembered of where names of modules lead
   * holds for no other.
   */
  advance(source: FactsSource, { files, lookups }: StateChange): void {
    this.source.state = source;
    this.evaluator.forget(files, lookups);
  }
}

export function createLinkSession(source: FactsSource, options: LinkOptions = {}): LinkSession {
  return new LinkSession(source, options);
}
