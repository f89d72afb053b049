/**
 * Builds a slice again that another server of the team gave out, from what its handle states, and remembers it as if this
 * server had built it.
 * Of a version that is no longer the latest one, layers are those of the latest, so that the list of left-out candidates may
 * differ a little from what the other server has.
 */
import { parseVersionId } from "@sdl/model";
import type { Repository } from "@sdl/repository";
import type { KnownSlice } from "@sdl/repository/session";
import { canonicalRequest } from "@sdl/slice";
import type { ActionContext } from "../../contract/action.js";
import { type Query, runQuery } from "../../query/run-query.js";
import type { RegistryEntry } from "../../registry/registry-file.js";
import { sliceVersion } from "./build-slice.js";
import { leaseExpiredError, pinnedState } from "./slice-state.js";
import { parseStatedHandle, type StatedSlice } from "./stated-handle.js";

interface HandlePlace {
  readonly entry: RegistryEntry;
  readonly repository: Repository;
}

/**
 * @returns `undefined` for a handle that states nothing, or not what its digits name
 * @throws {SdlError} `lease_expired` if this server does not have the version or its derived layers
 */
export async function restoreSlice(
  context: ActionContext,
  place: HandlePlace,
  handle: string,
): Promise<KnownSlice | undefined> {
  const { sessions } = place.repository;
  const stated = sessions.isOneOfMany ? parseStatedHandle(place.entry.repoId, handle) : undefined;
  if (stated === undefined) return undefined;
  const { cursor } = stated.request;
  // A slice that continues another one chooses from what that one left out.
  if (cursor !== undefined && sessions.find(cursor) === undefined) {
    if ((await restoreSlice(context, place, cursor)) === undefined) return undefined;
  }
  const { ledgerVersion, derivedVersion } = stated.pinned;
  const { entry, repository } = place;
  const hasVersion = await repository.resolveVersion(ledgerVersion).then(
    () => true,
    () => false,
  );
  const target = {
    repoId: entry.repoId,
    // The other server may have seen a head that this one has not looked for yet.
    fresh: hasVersion ? "auto" : true,
    usesKnowledge: true,
    layers: derivedVersion === undefined ? "used" : "needed",
  } as const;
  let restored: KnownSlice | undefined;
  await runQuery(context, target, async (query) => {
    restored = await buildStated(query, context, { place, handle, stated });
    return {};
  });
  return restored;
}

async function buildStated(
  query: Query,
  { text }: ActionContext,
  { place, handle, stated }: { readonly place: HandlePlace; readonly handle: string; readonly stated: StatedSlice },
): Promise<KnownSlice | undefined> {
  const { request, pinned } = stated;
  const version = parseVersionId(pinned.ledgerVersion);
  const record = { request: canonicalRequest(request), pinned: { ...pinned }, dropped: [] };
  const known = { handle, record, lease: { expiresMs: 0, versions: [version] } };
  const { graph, derived } = await pinnedState({ ...place, known });
  const hasLayers = (derived === undefined) === (pinned.derivedVersion === undefined);
  const hasOthers = graph.version === query.graph.version && derived?.version !== pinned.derivedVersion;
  if (!hasLayers || hasOthers)
    throw leaseExpiredError(place.entry, known, "another server built it, and this one has not the same clusters");
  const then = { ...query, graph, derived, basis: { ...query.basis, pinned } };
  const { sent } = await sliceVersion(then, request, text);
  query.sessions.remember(sent);
  return query.sessions.find(sent.handle);
}
