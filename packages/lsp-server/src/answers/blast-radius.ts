/** Request `sdl/blastRadius`: the changes of the editors' text since a version, and the other symbols that they may affect. */
import { deltaGet, makeToolStyle } from "@sdl/engine";
import type { ServerContext } from "./inquiry.js";
import { placeSymbols } from "./placed-symbols.js";
import { type RequestSubject, startInquiry } from "./subject.js";

/** @param params `base`: version to compare with; default `HEAD`, so that all uncommitted changes count, saved or not */
export async function blastRadius(
  sources: ServerContext,
  params: RequestSubject & { readonly base?: string },
  signal: AbortSignal,
): Promise<object> {
  const inquiry = await startInquiry(sources, params, signal);
  const args = { fromVersion: params.base ?? "HEAD", toVersion: "@draft" };
  const { text, answer } = await inquiry.runActionAsText(deltaGet, args, makeToolStyle("underscore"));
  const { delta } = answer;
  const named = [...(delta.changedSymbols ?? []), ...(delta.blastRadius ?? [])];
  const symbols = await placeSymbols(
    inquiry,
    named.map(({ symbolId }) => symbolId),
  );
  return { text, delta, symbols: [...symbols.values()], rootPath: inquiry.entry.rootPath };
}
