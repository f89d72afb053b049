/**
 * A look at all of an LMDB file of checksummed records: its trees, its list of free pages, every record. Reads the file and maps nothing,
 * so it may look at any bytes. What a record says is not its matter. Of a table that only newer programs know it looks at the pages alone.
 */

import { Buffer } from "node:buffer";
import { messageOf } from "@sdl/model";
import { isHiding, keyText, type RecordKey, readSum, soundSum } from "../record-sum.js";
import { checkFreeList } from "./free-list.js";
import { PageFault, PageFile, Piece, readTreeHead } from "./page-file.js";
import { PageSet } from "./page-set.js";
import { INTEGER_KEYS, IS_TREE, type TreeEntry, walkTree } from "./tree.js";

/** A table that a file may hold. */
export interface TableLayout {
  readonly name: string;
  /** Part of its records' checksums. */
  readonly number: number;
  readonly hasIntegerKeys: boolean;
}

/** What a table holds. */
interface TableLook {
  readonly records: number;
  /** Of the records' checksums, modulo 2^32. */
  readonly sum: number;
  readonly sizeBytes: number;
}

interface PagesLook {
  /** The first thing that is wrong, in words; `undefined`: nothing is. */
  readonly fault: string | undefined;
  /** Of the commit that was looked at. */
  readonly transaction: number;
  /** By name; not all of them when something is wrong. */
  readonly tables: ReadonlyMap<string, TableLook>;
}

export interface InspectPagesOptions {
  readonly path: string;
  readonly tables: readonly TableLayout[];
  /** Called for each sound record. @returns whether it counts for its table's sum and number of records */
  readonly onRecord?: (table: string, key: RecordKey, payload: () => Uint8Array) => boolean;
}

/** Of a tree's head. */
const HEAD_BYTES = 48;

/** Whoever writes beside a look may reuse pages under it: then it is taken again, so often at most. */
const MAX_LOOKS = 3;

export interface SettledLook extends PagesLook {
  /** Whether the file stayed as it was during the last look. If not, a fault may be none. */
  readonly isSettled: boolean;
}

/** As {@link inspectPages}, again where something is wrong and a writer was at work meanwhile. */
export function inspectSettled(options: InspectPagesOptions): SettledLook {
  for (let looks = 1; ; looks++) {
    const look = inspectPages(options);
    const isSettled = look.fault === undefined || newestTransaction(options.path) === look.transaction;
    if (isSettled || looks === MAX_LOOKS) return { ...look, isSettled };
  }
}

/** @returns 0 when the file does not say */
function newestTransaction(path: string): number {
  let file: PageFile | undefined;
  try {
    file = PageFile.open(path);
    return file.meta.transaction;
  } catch {
    return 0; // as a look has it that could not begin
  } finally {
    file?.close();
  }
}

/** @throws {Error} the system's, where the file cannot be opened */
function inspectPages(options: InspectPagesOptions): PagesLook {
  const tables = new Map<string, TableLook>();
  let file: PageFile | undefined;
  try {
    file = PageFile.open(options.path);
    new PagesInspection(file, options, tables).run();
    return { fault: undefined, transaction: file.meta.transaction, tables };
  } catch (error) {
    if (!(error instanceof PageFault) && file === undefined) throw error;
    // What a disk cannot read is as good as damaged.
    const fault = messageOf(error);
    return { fault, transaction: file?.meta.transaction ?? 0, tables };
  } finally {
    file?.close();
  }
}

class PagesInspection {
  private readonly used: PageSet;

  constructor(
    private readonly file: PageFile,
    private readonly options: InspectPagesOptions,
    private readonly tables: Map<string, TableLook>,
  ) {
    this.used = new PageSet(file.meta.lastPage + 1);
  }

  run(): void {
    const { file, used } = this;
    const { main } = file.meta;
    if (main.flags !== 0) throw new PageFault("the head of the list of tables is damaged");
    const heads: TreeEntry[] = [];
    walkTree({ file, head: main, used, visit: (entry) => void heads.push(entry) });
    for (const entry of heads) this.inspectTable(entry);
    this.requireKnownTables(heads.length);
    checkFreeList(file, used);
  }

  /** A newer program adds tables to those that are known here. A table that is known here and missing beside an unknown one has a damaged name. */
  private requireKnownTables(found: number): void {
    const known = this.options.tables.length;
    if (found > this.tables.size && this.tables.size < known) throw new PageFault("the list of tables is damaged");
  }

  private inspectTable({ key, data, flags }: TreeEntry): void {
    const name = typeof key === "number" ? "" : Buffer.from(key).toString("latin1").replace(/\0$/, "");
    const layout = this.options.tables.find((one) => one.name === name);
    if (flags !== IS_TREE || data.length !== HEAD_BYTES) throw new PageFault("the list of tables is damaged");
    const head = readTreeHead(new Piece(data), 0);
    if (layout === undefined) {
      // A newer program's: its pages must fit the others, and what its records hold is not known here.
      walkTree({ file: this.file, head, used: this.used, visit: () => undefined });
      return;
    }
    if (head.flags !== (layout.hasIntegerKeys ? INTEGER_KEYS : 0))
      throw new PageFault(`the head of table ${name} is damaged`);
    const look = { records: 0, sum: 0, sizeBytes: 0 };
    const visit = (entry: TreeEntry): void => this.inspectRecord(layout, entry, look);
    walkTree({ file: this.file, head, used: this.used, visit });
    this.tables.set(name, look);
  }

  private inspectRecord(
    { name, number }: TableLayout,
    { key, data, flags }: TreeEntry,
    look: { records: number; sum: number; sizeBytes: number },
  ): void {
    const sum = flags === IS_TREE ? undefined : recordSumOf(number, key, data);
    if (sum === undefined) throw new PageFault(`record ${keyText(key)} of ${name} is damaged`);
    const counts = this.options.onRecord?.(name, key, () => Uint8Array.from(data.subarray(0, -4))) ?? true;
    if (!counts) return;
    look.records++;
    look.sum = (look.sum + sum) >>> 0;
    look.sizeBytes += data.length;
  }
}

/** @returns `undefined` for a damaged record; one that hides another of a layer below is sound in any environment */
function recordSumOf(table: number, key: RecordKey, data: Uint8Array): number | undefined {
  return soundSum(table, key, data) ?? (isHiding(table, key, data) ? readSum(data, 0) : undefined);
}
