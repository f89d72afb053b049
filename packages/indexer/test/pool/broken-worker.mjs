// A worker that ends before its first file, as one does whose grammars are missing.
import { parentPort } from "node:worker_threads";

parentPort.on("message", ({ jobs }) => {
  if (jobs !== undefined) throw new Error("ENOENT: no such file, open 'grammars/typescript.wasm'");
});
