/**
 * Indexes of a clone's tags, each with derived layers. Kept for later runs until the schema of the extractor or the
 * store changes.
 */
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Repository } from "@sdl/engine";
import { schemaDirectory } from "@sdl/graph";
import { EXTRACTOR_VERSION } from "@sdl/indexer";
import { KEPT_FOLDER } from "../paths.js";
import { Checkout } from "../replay/checkout.js";
import type { Clone } from "../replay/git.js";

/** Opens the index of a tag. @returns the repository; the caller closes it */
export async function openTag(clone: Clone, repository: string, tag: string): Promise<Repository> {
  const program = `${schemaDirectory()}-${EXTRACTOR_VERSION}`;
  const folder = join(KEPT_FOLDER, "releases", program, repository.replace("/", "+"), tag);
  const ready = join(folder, "ready");
  if (!existsSync(ready)) rmSync(folder, { recursive: true, force: true });
  const checkout = await Checkout.open(clone, folder);
  if (!existsSync(ready)) {
    await checkout.moveTo(clone.run(["rev-parse", `refs/tags/${tag}^{commit}`]).trim());
    writeFileSync(ready, "");
  }
  return checkout.repository;
}
