/** Paths of what the bench fetches and writes. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The package's folder; this file runs from its `dist`. */
const bench = new URL("../", import.meta.url);

/** Fetched corpora. */
export const CORPORA_FOLDER = fileURLToPath(new URL(".corpora/", bench));
/** Installed peers. */
export const PEERS_FOLDER = fileURLToPath(new URL(".peers/", bench));
/** Installed agents of other makers. */
export const CLIENTS_FOLDER = fileURLToPath(new URL(".clients/", bench));
/** Cached answers of compilers, and compilers that are no dependencies. */
export const ORACLES_FOLDER = fileURLToPath(new URL(".oracles/", bench));
/** Figures of the last runs. */
export const RESULTS_FOLDER = fileURLToPath(new URL(".results/", bench));
/** Records of the corpora. */
export const LOCK_FILE = fileURLToPath(new URL("corpora.lock.json", bench));
/** The repositories and commits that the sweep indexes. */
export const SWEEP_FILE = fileURLToPath(new URL("sweep.repositories.json", bench));
/** The repositories and commits whose edges are compared with compilers. */
export const EDGE_SWEEP_FILE = fileURLToPath(new URL("edge-sweep.json", bench));
/** What was found by reading disagreements of that comparison. */
export const EDGE_READINGS_FILE = fileURLToPath(new URL("edge-sweep.readings.json", bench));
/** The committed results of that comparison. */
export const EDGE_SWEEP_RESULTS = fileURLToPath(new URL("results/edge-sweep.md", bench));
/** The committed results of the sweep of imports. */
export const IMPORTS_SWEEP_RESULTS = fileURLToPath(new URL("results/imports.md", bench));
/** The committed results of many repositories in one database. */
export const REMOTE_SERVER_RESULTS = fileURLToPath(new URL("results/remote-server.md", bench));
/** Built programs that decide which edges are found, and how they are judged. */
export const LINKER_FOLDERS = ["../packages/model/dist/", "../packages/indexer/dist/", "dist/edges/"].map((folder) =>
  fileURLToPath(new URL(folder, bench)),
);
/** Stack traces from public issues. */
export const TRACES_FOLDER = fileURLToPath(new URL("traces/", bench));
/** What takes long to make, and may be made again. Outside of the repository: it holds sources that no check is about. */
export const KEPT_FOLDER = join(tmpdir(), "sdl-bench-kept");
/** Files of the repositories whose edges are compared. */
export const EDGE_CHECKOUTS_FOLDER = join(KEPT_FOLDER, "edge-sweep");
/** The bundled command line. */
export const CLI = fileURLToPath(new URL("../packages/cli/bundle/sdl.js", bench));
/** The linker's table of measured confidences. */
export const CALIBRATION_FILE = fileURLToPath(
  new URL("../packages/indexer/src/link/rules/calibration-table.ts", bench),
);
/** Script that prints the call sites of Python files. */
export const CALL_SITES_SCRIPT = fileURLToPath(new URL("python/call_sites.py", bench));

/** Script that prints the definitions of notebooks. */
export const NOTEBOOK_DEFINITIONS_SCRIPT = fileURLToPath(new URL("python/notebook_definitions.py", bench));

/** Script that prints where signature breaks can be planted into Python files. */
export const PLANTS_SCRIPT = fileURLToPath(new URL("python/plants.py", bench));

/** Prints definitions and messages of Python files. */
export const SEARCH_SITES_SCRIPT = fileURLToPath(new URL("python/search_sites.py", bench));
/** Prints options, environment variables, routes and tests of Python files. */
export const SEARCH_HANDLES_SCRIPT = fileURLToPath(new URL("python/search_handles.py", bench));
/** What people ask for, by hand. */
export const SEARCH_CONCEPTS_FILE = fileURLToPath(new URL("search.concepts.txt", bench));
/** What is searched for, and the answers that count. */
export const SEARCH_QUERIES_FILE = fileURLToPath(new URL("search.queries.jsonl", bench));

/** A program of the bench itself, built. */
export function program(path: string): string {
  return fileURLToPath(new URL(`dist/${path}`, bench));
}
