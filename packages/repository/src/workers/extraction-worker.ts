/** The module that extraction threads run: the indexer's worker with this engine's masker. */
import { runExtractionWorker } from "@sdl/indexer/worker";
import { createMasker } from "../masking/masker.js";

void runExtractionWorker(createMasker());
