/** Module of extraction threads: the indexer's worker with this package's masker. */
import { runExtractionWorker } from "@sdl/indexer/worker";
import { createMasker } from "../masking/masker.js";

void runExtractionWorker(createMasker());
