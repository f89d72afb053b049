/**
 * Where extraction threads start from: the built package's `refresh` folder, also when this file runs from `src`, for threads run built code
 * only; beside the program, where all of it is one bundle.
 */
export function extractionWorkerUrl(): URL {
  const folder = new URL(import.meta.url.includes("/src/refresh/") ? "../../dist/refresh/" : "./", import.meta.url);
  return new URL("./extraction-worker.js", folder);
}
