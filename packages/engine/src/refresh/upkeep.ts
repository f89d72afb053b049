/**
 * Keeps one index in step with the disk: its extraction pool, its refreshes, its comparisons. Loaded at the first of them: a query
 * needs neither the parsers nor the linker.
 */
import type { Ledger } from "@sdl/graph";
import { DEFAULT_MAX_FILE_BYTES, discoverFiles, ExtractionPool } from "@sdl/indexer";
import type { RefreshOptions, RefreshResult, WorkspaceOptions } from "../workspace/workspace.js";
import { KeptLinks } from "./link.js";
import { countStale, planRefresh } from "./plan.js";
import { discoverOptions, recordedFiles, refreshLedger } from "./refresh.js";

export class Upkeep {
  private readonly pool: ExtractionPool;
  private readonly links = new KeptLinks();

  constructor(
    private readonly options: WorkspaceOptions,
    private readonly ledger: Ledger,
  ) {
    this.pool = new ExtractionPool({
      workerUrl: new URL("./extraction-worker.js", distUrl()),
      root: options.rootPath,
      maxFileBytes: options.settings?.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
      // Which ones a first index needs is not known when its first worker starts; it loads them with the first batch.
      languages: [],
    });
  }

  /** @throws what {@link refreshLedger} throws */
  refresh(options: RefreshOptions): Promise<RefreshResult> {
    const { ledger, pool, links } = this;
    const { rootPath, settings = {}, workers, now = Date.now } = this.options;
    return refreshLedger({ rootPath, ledger, pool, settings, workers, now, links }, options);
  }

  /** How many files are not as the latest version has them. */
  countStale(): number {
    const snapshot = this.ledger.snapshot();
    try {
      const discovery = discoverFiles(this.options.rootPath, discoverOptions(this.options.settings ?? {}));
      return countStale(planRefresh(discovery, recordedFiles(snapshot), "incremental"));
    } finally {
      snapshot.close();
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

/** The built package's `refresh` folder, also when this file runs from `src`: threads run built code only. */
function distUrl(): URL {
  return new URL(import.meta.url.includes("/src/refresh/") ? "../../dist/refresh/" : "./", import.meta.url);
}
