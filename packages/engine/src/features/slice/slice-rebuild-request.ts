/** Request to rebuild a slice from its handle, at the latest version. */
import { parseCanonicalRequest } from "@sdl/slice";
import type { ActionContext } from "../../contract/action.js";
import { findLiveSlice } from "./live-slice.js";

/**
 * @returns arguments of sdl.slice.build
 * @throws {SdlError} `handle_unknown`, `lease_expired`
 */
export async function sliceRebuildRequest(
  context: ActionContext,
  { repoId, handle }: { readonly repoId?: string | undefined; readonly handle: string },
): Promise<Readonly<Record<string, unknown>>> {
  const { entry, repository, known } = await findLiveSlice(context, {
    action: "sdl.slice.refresh",
    parameter: "handle",
    handle,
    repoId,
  });
  repository.sessions.renewLease(known);
  const { wireFormat: _, wireFormatVersion: __, ...request } = parseCanonicalRequest(known.record.request);
  return { ...request, repoId: entry.repoId };
}
