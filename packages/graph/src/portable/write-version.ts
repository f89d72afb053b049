/** Writing of a version of another machine into a ledger. */
import { GraphError, ModelError } from "@sdl/model";
import { Draft } from "../publish/draft.js";
import { type CommitOptions, type CommitResult, type Publication, publish } from "../publish/publication.js";
import type { PageReader } from "../read/page-reader.js";
import { readHead } from "../records/head.js";
import { putFactsWithNote } from "../retention/unnamed-facts.js";
import type { StoreEnvironment } from "../store/environment.js";
import { copyVersion, type VersionContent } from "./copy-version.js";
import { invalidFileError } from "./portable-file.js";
import { type PortableTables, sortedFacts } from "./portable-tables.js";

/** Approximate size in bytes of a transaction of facts. Facts are addressed by content, so storing only some of them is harmless. */
const BATCH_BYTES = 16 * 1024 * 1024;

/** Stores packed facts pages; skips those that are stored already. */
export function writeFacts(environment: StoreEnvironment, facts: PortableTables["facts"]): void {
  const { tables } = environment;
  let waiting: [string, () => Uint8Array][] = [];
  let bytes = 0;
  const write = (): void => {
    if (waiting.length === 0) return;
    environment.write(() => putFactsWithNote(tables, waiting));
    waiting = [];
    bytes = 0;
  };
  for (const [key, payload] of sortedFacts(facts)) {
    waiting.push([key, () => payload]);
    bytes += payload.length;
    if (bytes >= BATCH_BYTES) write();
  }
  write();
}

/** A content to publish. */
export interface PublishedContent {
  readonly content: VersionContent;
  /** See {@link copyVersion}. */
  readonly replaced?: readonly string[] | undefined;
}

/**
 * Publishes a content as the next version. Its facts must be stored.
 * @param current reader of the latest version
 * @throws {GraphError} `WRITE_CONFLICT` if another writer published first, `STORAGE_FULL`, `INVALID_FILE`
 */
export function publishContent(
  environment: StoreEnvironment,
  current: PageReader,
  content: PublishedContent,
  options: CommitOptions,
): CommitResult {
  const { batch, ...result } = computeVersion(current, content, options);
  writeUnchanged(environment, current, () => batch?.apply(environment));
  return result;
}

function computeVersion(
  current: PageReader,
  { content, replaced }: PublishedContent,
  options: CommitOptions,
): Publication {
  try {
    const draft = new Draft(current);
    copyVersion(content, draft, replaced);
    return publish(draft, options);
  } catch (error) {
    const isOfContent = error instanceof ModelError || (error instanceof GraphError && error.code === "INVALID_UPDATE");
    throw isOfContent ? invalidFileError("its facts and links contradict each other", error) : error;
  }
}

/** Writes in one transaction, if no other writer published since `current` was read. @throws {GraphError} `WRITE_CONFLICT`, `STORAGE_FULL` */
export function writeUnchanged(environment: StoreEnvironment, current: PageReader, write: () => void): void {
  environment.write(() => {
    if (readHead(environment.tables).generation !== current.state.head.generation) {
      throw new GraphError("WRITE_CONFLICT", "another process published meanwhile; try again");
    }
    write();
  });
}
