// An extraction worker that fails at files by their name: it throws, ends, or takes more memory than there is.
import { runExtractionWorker } from "@sdl/indexer/worker";
import { NO_SECRETS } from "@sdl/model/text";

void runExtractionWorker(NO_SECRETS, ({ path }) => {
  if (path.includes("throws")) throw new Error("a fault that was put in");
  if (path.includes("ends")) process.exit(3);
  if (path.includes("eats")) for (const kept = []; ; ) kept.push(new Array(1_000_000).fill(path));
});
