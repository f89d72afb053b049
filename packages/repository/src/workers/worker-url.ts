/**
 * Where threads start from: the built package's `workers` folder, also when this file runs from `src`, for threads run built code
 * only; beside the program, where all of it is one bundle.
 */
export function extractionWorkerUrl(): URL {
  return moduleUrl("extraction-worker.js");
}

export function postingsWorkerUrl(): URL {
  return moduleUrl("postings-worker.js");
}

function moduleUrl(name: string): URL {
  const folder = new URL(import.meta.url.includes("/src/workers/") ? "../../dist/workers/" : "./", import.meta.url);
  return new URL(name, folder);
}
