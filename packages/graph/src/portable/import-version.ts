/** Import of a portable version into a ledger: unchanged if the ledger is empty, else as the next version. */
import { defined, GraphError, nextVersionId } from "@sdl/model";
import { Draft } from "../publish/draft.js";
import { type CommitResult, publish } from "../publish/publication.js";
import type { PageReader } from "../read/page-reader.js";
import { DerivedKey, decodeDerivedHead, encodeDerivedHead } from "../records/derived.js";
import { encodeHead, MetaKey, readHead } from "../records/head.js";
import { decodeVersion, encodeVersion, idMs } from "../records/version-record.js";
import { putFactsWithNote } from "../retention/unnamed-facts.js";
import type { StoreEnvironment } from "../store/environment.js";
import { checkTables } from "./check-tables.js";
import { copyVersion } from "./copy-version.js";
import { decodePortable, invalidFileError } from "./portable-file.js";
import { PORTABLE_TABLES, type PortableTables, sortedFacts } from "./portable-tables.js";

/** Approximate size in bytes of a transaction of facts. Facts are addressed by content, so storing only some of them is harmless. */
const BATCH_BYTES = 16 * 1024 * 1024;

/** Keys of the meta table that are imported; other keys describe the store itself. */
const KEPT_META: ReadonlySet<number> = new Set([MetaKey.Skipped, MetaKey.Producer]);

/** A portable file that was decoded and validated. */
export class PortableImport {
  private constructor(
    private readonly tables: PortableTables,
    private readonly version: PageReader,
  ) {}

  /** @throws {GraphError} `INVALID_FILE`, `SCHEMA_MISMATCH` */
  static of(file: Uint8Array): PortableImport {
    const tables = decodePortable(file);
    try {
      return new PortableImport(tables, checkTables(tables));
    } catch (error) {
      if (error instanceof GraphError && error.code === "INVALID_FILE") throw error;
      throw invalidFileError("its records cannot be read", error);
    }
  }

  writeFacts(environment: StoreEnvironment): void {
    const { tables } = environment;
    let waiting: [string, () => Uint8Array][] = [];
    let bytes = 0;
    const write = (): void => {
      if (waiting.length === 0) return;
      environment.write(() => putFactsWithNote(tables, waiting));
      waiting = [];
      bytes = 0;
    };
    for (const [key, payload] of sortedFacts(this.tables.facts)) {
      waiting.push([key, () => payload]);
      bytes += payload.length;
      if (bytes >= BATCH_BYTES) write();
    }
    write();
  }

  /**
   * Publishes the version as the latest one. Its facts must be stored.
   * @param current reader of the latest version
   * @throws {GraphError} `WRITE_CONFLICT` if another writer published first, `STORAGE_FULL`
   */
  publish(environment: StoreEnvironment, current: PageReader, nowMs: number): CommitResult {
    const { generation } = current.state.head;
    const { batch, ...result } = generation === 0 ? firstResult(nowMs) : this.draftOver(current, nowMs);
    environment.write(() => {
      const head = readHead(environment.tables);
      if (head.generation !== generation) {
        throw new GraphError("WRITE_CONFLICT", "another process published meanwhile; import again");
      }
      if (generation === 0) this.writeFirst(environment, idMs(result.version));
      else batch?.apply(environment);
    });
    return result;
  }

  private draftOver(current: PageReader, nowMs: number) {
    const draft = new Draft(current);
    for (const { handle, path } of current.state.files.all()) {
      if (this.version.state.files.find(path) === undefined) draft.remove(handle, path);
    }
    for (const path of current.configs().keys()) {
      if (!this.version.configs().has(path)) draft.configs.set(path, undefined);
    }
    copyVersion(this.version, draft);
    const { commit } = this.record();
    return publish(draft, defined({ nowMs, producer: this.version.producer(), commit }));
  }

  private record() {
    return decodeVersion(this.tables.records.versions.get(1) ?? new Uint8Array(0), 1);
  }

  private writeFirst({ tables }: StoreEnvironment, versionMs: number): void {
    const { records } = this.tables;
    for (const name of PORTABLE_TABLES) {
      for (const [key, payload] of records[name]) {
        if (name !== "meta" || KEPT_META.has(key)) tables[name].put(key, payload);
      }
    }
    tables.versions.put(1, encodeVersion({ ...this.record(), id: firstResult(versionMs).version }));
    const derived = records.derived.get(DerivedKey.Head);
    if (derived !== undefined) {
      tables.derived.put(DerivedKey.Head, encodeDerivedHead({ ...decodeDerivedHead(derived), versionMs }));
    }
    tables.meta.put(MetaKey.Head, encodeHead({ ...this.version.state.head, versionMs }));
  }
}

/** Result of the first commit in a ledger without versions. */
function firstResult(nowMs: number): CommitResult & { readonly batch?: undefined } {
  return { version: nextVersionId(nowMs, undefined), created: true };
}
