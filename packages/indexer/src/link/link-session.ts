/**
 * Link session: the cache of evaluation steps shared by all files of a repository state, and by later states. Knows the
 * current state; its owner computes what changed.
 */
import type { FileHandle } from "@sdl/model";
import type { FactsSource } from "@sdl/model/graph";
import { Evaluator } from "./evaluate.js";
import { type WorkLimit, workLimitOf } from "./work-limit.js";

/** Forwards every question to the current state's source. */
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

/** The difference between two consecutive states. */
export interface StateChange {
  /** Files with changed facts. */
  readonly files: Iterable<FileHandle>;
  /** All `outdatedLookups` of these files. */
  readonly lookups: ReadonlySet<number>;
}

/** Options of {@link createLinkSession}. */
export interface LinkOptions {
  /**
   * Whether edges get measured confidences; false gives the rules' own confidences, which the measurement needs.
   * Default: true.
   */
  readonly isCalibrated?: boolean;
  /** Limit of the cached files, in bytes; for tests. */
  readonly contextBytes?: number | undefined;
  /** Maximum work per file; for tests. Default: {@link workLimitOf}. */
  readonly workLimit?: WorkLimit;
}

/** Links files of one repository state after another. */
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

  /** A session for the same state with an empty cache. */
  withEmptyCache(): LinkSession {
    return new LinkSession(this.source.state, this.options);
  }

  /** Switches to another state with the same files and configuration; cached module resolution is only valid for those. */
  advance(source: FactsSource, { files, lookups }: StateChange): void {
    this.source.state = source;
    this.evaluator.forget(files, lookups);
  }
}

/** Creates a session for the state that `source` describes. */
export function createLinkSession(source: FactsSource, options: LinkOptions = {}): LinkSession {
  return new LinkSession(source, options);
}
