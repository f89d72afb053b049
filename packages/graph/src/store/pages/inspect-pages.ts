/**
 * Check of all pages of an LMDB file with checksummed records: its trees, its list of free pages, every record. Reads the file and maps nothing, so
 * any bytes are safe input. Does not interpret records. Of tables that only newer programs know, it checks the pages but not the records.
 */

import { Buffer } from "node:buffer";
import { messageOf } from "@sdl/model";
import { isHiding, keyText, type RecordKey, readSum, verifySum } from "../record-sum.js";
import { checkFreeList } from "./free-list.js";
import { FileBytes, PageFault, PageFile, readTreeHead } from "./page-file.js";
import { PageSet } from "./page-set.js";
import { INTEGER_KEYS, IS_TREE, type TreeEntry, walkTree } from "./tree.js";

/** A table that the file may contain. */
export interface TableLayout {
  readonly name: string;
  /** Table number, part of its records' checksums. */
  readonly number: number;
  readonly hasIntegerKeys: boolean;
}

/** Totals of one table. */
interface TableTotals {
  readonly records: number;
  /** Sum of the records' checksums, modulo 2^32. */
  readonly sum: number;
  readonly sizeBytes: number;
}

interface PagesCheck {
  /** Description of the first fault; `undefined` if there is none. */
  readonly fault: string | undefined;
  /** Number of the commit that was checked. */
  readonly transaction: number;
  /** Totals by table name; incomplete if there is a fault. */
  readonly tables: ReadonlyMap<string, TableTotals>;
}

/** The file, its tables, and what to do with each record. */
export interface InspectPagesOptions {
  readonly path: string;
  readonly tables: readonly TableLayout[];
  /** Called for each intact record. @returns whether the record counts in its table's totals */
  readonly onRecord?: (table: string, key: RecordKey, payload: () => Uint8Array) => boolean;
}

/** Size of a tree's head in bytes. */
const HEAD_BYTES = 48;

/** Maximum number of checks: a concurrent writer may reuse pages during a check, and then it is repeated. */
const MAX_CHECKS = 3;

/** A check with its reliability. */
export interface SettledCheck extends PagesCheck {
  /** Whether the file was unchanged during the last check. If not, the fault may be spurious. */
  readonly isSettled: boolean;
}

/** Like {@link inspectPages}, but repeated if there is a fault and a writer committed meanwhile. */
export function inspectSettled(options: InspectPagesOptions): SettledCheck {
  for (let looks = 1; ; looks++) {
    const look = inspectPages(options);
    const isSettled = look.fault === undefined || newestTransaction(options.path) === look.transaction;
    if (isSettled || looks === MAX_CHECKS) return { ...look, isSettled };
  }
}

/** @returns 0 if the number cannot be read */
function newestTransaction(path: string): number {
  let file: PageFile | undefined;
  try {
    file = PageFile.open(path);
    return file.meta.transaction;
  } catch {
    return 0; // same value as for a check that could not begin
  } finally {
    file?.close();
  }
}

/** @throws {Error} system error if the file cannot be opened */
function inspectPages(options: InspectPagesOptions): PagesCheck {
  const tables = new Map<string, TableTotals>();
  let file: PageFile | undefined;
  try {
    file = PageFile.open(options.path);
    new PagesInspection(file, options, tables).run();
    return { fault: undefined, transaction: file.meta.transaction, tables };
  } catch (error) {
    if (!(error instanceof PageFault) && file === undefined) throw error;
    // A read error of the disk counts as damage.
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
    private readonly tables: Map<string, TableTotals>,
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

  /**
   * Checks that all known tables were found. A newer program may add tables; but if a known table is missing beside an unknown one, its name is
   * damaged.
   */
  private requireKnownTables(found: number): void {
    const known = this.options.tables.length;
    if (found > this.tables.size && this.tables.size < known) throw new PageFault("the list of tables is damaged");
  }

  private inspectTable({ key, data, flags }: TreeEntry): void {
    const name = typeof key === "number" ? "" : Buffer.from(key).toString("latin1").replace(/\0$/, "");
    const layout = this.options.tables.find((one) => one.name === name);
    if (flags !== IS_TREE || data.length !== HEAD_BYTES) throw new PageFault("the list of tables is damaged");
    const head = readTreeHead(new FileBytes(data), 0);
    if (layout === undefined) {
      // Table of a newer program: only its pages are checked, because the format of its records is unknown.
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
    const sum = flags === IS_TREE ? undefined : readRecordSum(number, key, data);
    if (sum === undefined) throw new PageFault(`record ${keyText(key)} of ${name} is damaged`);
    const counts = this.options.onRecord?.(name, key, () => Uint8Array.from(data.subarray(0, -4))) ?? true;
    if (!counts) return;
    look.records++;
    look.sum = (look.sum + sum) >>> 0;
    look.sizeBytes += data.length;
  }
}

/** @returns `undefined` for a damaged record; a record that hides one of a layer below counts as intact in any environment */
function readRecordSum(table: number, key: RecordKey, data: Uint8Array): number | undefined {
  return verifySum(table, key, data) ?? (isHiding(table, key, data) ? readSum(data, 0) : undefined);
}
