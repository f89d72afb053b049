/** Import of a portable version into a ledger: unchanged if the ledger is empty, else as the next version. */
import { defined, nextVersionId } from "@sdl/model";
import type { CommitResult } from "../publish/publication.js";
import type { PageReader } from "../read/page-reader.js";
import { DerivedKey, decodeDerivedHead, encodeDerivedHead } from "../records/derived.js";
import { encodeHead, MetaKey } from "../records/head.js";
import { decodeVersion, encodeVersion, idMs } from "../records/version-record.js";
import type { StoreEnvironment } from "../store/environment.js";
import { checkTables } from "./check-tables.js";
import { contentOf } from "./copy-version.js";
import { decodeImage, type VersionImage } from "./image.js";
import { checkDecoded, decodePortable, invalidFileError } from "./portable-file.js";
import { PORTABLE_TABLES, type PortableTables } from "./portable-tables.js";
import { readPartsHead } from "./version-parts.js";
import { publishContent, writeFacts, writeUnchanged } from "./write-version.js";

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
    return PortableImport.ofTables(decodePortable(file));
  }

  /** @param image of this program's `IMAGE_FORMAT` @throws {GraphError} `INVALID_FILE` */
  static ofImage(image: VersionImage): PortableImport {
    const imported = PortableImport.ofTables(checkDecoded(() => decodeImage(image)));
    const { producer, commit } = readPartsHead(image.head);
    if (imported.version.producer() !== producer || imported.record().commit !== commit)
      throw invalidFileError("its image is of another version");
    return imported;
  }

  private static ofTables(tables: PortableTables): PortableImport {
    return new PortableImport(
      tables,
      checkDecoded(() => checkTables(tables)),
    );
  }

  writeFacts(environment: StoreEnvironment): void {
    writeFacts(environment, this.tables.facts);
  }

  /**
   * Publishes the version as the latest one. Its facts must be stored.
   * @param current reader of the latest version
   * @throws {GraphError} `WRITE_CONFLICT` if another writer published first, `STORAGE_FULL`
   */
  publish(environment: StoreEnvironment, current: PageReader, nowMs: number): CommitResult {
    if (current.state.head.generation > 0) {
      const { commit } = this.record();
      const options = defined({ nowMs, producer: this.version.producer(), commit });
      return publishContent(environment, current, { content: contentOf(this.version) }, options);
    }
    const result = firstResult(nowMs);
    writeUnchanged(environment, current, () => this.writeFirst(environment, idMs(result.version)));
    return result;
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
function firstResult(nowMs: number): CommitResult {
  return { version: nextVersionId(nowMs, undefined), created: true };
}
