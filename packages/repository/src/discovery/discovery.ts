/** Discovery as a refresh and a commit use it: what of it the list of skipped files says, and what the log keeps. Knows no ledger. */
import { type DiscoverOptions, type Discovery, type DiscoveryFault, describeSkip } from "@sdl/indexer";
import type { Language, SkippedFile } from "@sdl/model";
import { failedLine, type OnFault } from "../faults.js";
import { faultOf } from "../machine/program-log.js";
import type { RepositorySettings } from "../settings.js";

/** Settings of a repository as discovery takes them. */
export function discoverOptions({ ignore, languages, maxFileBytes }: RepositorySettings): DiscoverOptions {
  return {
    ...(ignore === undefined ? {} : { ignore }),
    ...(languages === undefined ? {} : { languages: languages as readonly Language[] }),
    ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
  };
}

/** Every path that discovery leaves out for a reason that is listed. */
export function discoverySkips({ skipped, faults }: Pick<Discovery, "skipped" | "faults">): SkippedFile[] {
  return [
    ...skipped.map(({ path, reason }) => ({ path, reason: describeSkip(reason) })),
    ...faults.map(({ path, error }) => ({ path, reason: failedLine(error) })),
  ];
}

/** One fault at a rule of an ignore file may meet every path below it: the list of skipped files has them all, the log the first ones. */
const MAX_REPORTED = 100;

/** Tells the log of what the program failed at. */
export function reportDiscoveryFaults(faults: readonly DiscoveryFault[], onFault: OnFault | undefined): void {
  for (const { path, error } of faults.slice(0, MAX_REPORTED)) onFault?.(faultOf("discovery", path, error));
}
