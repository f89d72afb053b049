// A worker that extracts and finds no secrets.
import { runExtractionWorker } from "@sdl/indexer/worker";
import { NO_SECRETS } from "@sdl/model/text";

void runExtractionWorker(NO_SECRETS);
