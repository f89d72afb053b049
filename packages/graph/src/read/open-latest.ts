/** Reading of a store's latest state: its pages, in a read transaction that sees exactly that state. */
import { damagedError } from "../errors.js";
import { decodeHead, MetaKey } from "../records/head.js";
import type { StoreEnvironment } from "../store/environment.js";
import { ReadView } from "../store/read-view.js";
import { PageReader } from "./page-reader.js";
import { advanceLedgerState, type LedgerState, loadState, type PageCaches, type ReadRecord } from "./state.js";

/** What a process knows of a store before it reads the latest state. */
export interface KnownOfStore {
  readonly caches: PageCaches;
  /** The state read last; absent at the first reading. */
  readonly state?: LedgerState | undefined;
  /** Number of writes of derived records by this process so far. Absent in a process that derives nothing. */
  readonly derivedWrites?: () => number;
}

/** A reader of the latest state, and the view that holds its transaction. */
export interface LatestState {
  readonly reader: PageReader;
  readonly view: ReadView;
}

/** @throws {GraphError} `STORE_CORRUPT` if the store went back to an older state than the known one, and errors of reading */
export function openLatest(environment: StoreEnvironment, known: KnownOfStore): LatestState {
  const { tables } = environment;
  const { caches, derivedWrites = () => 0 } = known;
  let state: LedgerState | undefined;
  const view = new ReadView(environment, (read) => {
    return decodeHead(read(MetaKey.Head)).contentGeneration === state?.head.contentGeneration;
  });
  // Facts are addressed by content and never change, so they are read from the newest transaction first: an update then finds pages stored since
  // it began. Pages pruned since then are still in the view, or the view reports that its version is no longer the latest. Derived records stored
  // by this process since then belong to the same version, but the view's transaction may predate them: it is renewed.
  let seen = derivedWrites();
  const read: ReadRecord = (table, key) => {
    if (table === "derived" && seen !== derivedWrites()) {
      seen = derivedWrites();
      view.release();
    }
    return (table === "facts" ? tables.facts.get(key) : undefined) ?? view.get(tables[table], key);
  };
  try {
    view.beginNow();
    state = readState(known.state, read);
    return { reader: new PageReader(state, caches, read), view };
  } catch (error) {
    view.close();
    throw error;
  }
}

function readState(before: LedgerState | undefined, read: ReadRecord): LedgerState {
  const head = decodeHead(read("meta", MetaKey.Head));
  if (before === undefined) return loadState(head, read);
  const { generation } = before.head;
  if (generation > head.generation)
    throw damagedError(`the store, which went back from generation ${generation} to ${head.generation},`);
  return generation === head.generation ? before : advanceLedgerState(before, head, read);
}
