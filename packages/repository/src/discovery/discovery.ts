/** Discovery for refreshes and commits: options from settings, the list of skipped files, and logging of faults. Knows no ledger. */
import { type DiscoverOptions, type Discovery, type DiscoveryFault, describeSkip } from "@sdl/indexer";
import type { Language, SkippedFile } from "@sdl/model";
import { maskedFailedReason, type OnFault } from "../faults.js";
import { faultOf } from "../machine/program-log.js";
import type { RepositorySettings } from "../settings.js";

/** Discovery options from a repository's settings. */
export function discoverOptions({ ignore, languages, maxFileBytes }: RepositorySettings): DiscoverOptions {
  return {
    ...(ignore === undefined ? {} : { ignore }),
    ...(languages === undefined ? {} : { languages: languages as readonly Language[] }),
    ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
  };
}

/** Skipped paths with their reasons. */
export function discoverySkips({ skipped, faults }: Pick<Discovery, "skipped" | "faults">): SkippedFile[] {
  return [
    ...skipped.map(({ path, reason }) => ({ path, reason: describeSkip(reason) })),
    ...faults.map(({ path, error }) => ({ path, reason: maskedFailedReason(error) })),
  ];
}

/** Maximum number of faults logged: a fault in an ignore rule may concern every path below it. The list of skipped files has all of them. */
const MAX_REPORTED = 100;

/** Logs the faults of discovery. */
export function reportDiscoveryFaults(faults: readonly DiscoveryFault[], onFault: OnFault | undefined): void {
  for (const { path, error } of faults.slice(0, MAX_REPORTED)) onFault?.(faultOf("discovery", path, error));
}
