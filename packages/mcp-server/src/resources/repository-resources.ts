/** Resources of a repository: cards, slices and skeletons by address, with the same text as the tools. */
import { sliceRebuildRequest } from "@sdl/engine";
import type { SdlResource } from "./resource.js";

/** MIME type of all resources: text with source and places, not meant to be rendered. */
const TEXT = "text/plain";

const card: SdlResource = {
  uri: "sdl://repo/{repoId}/card/{symbolId}",
  name: "card",
  title: "Card of a symbol",
  description: "Signature, source, relations and tests of one symbol: an id, path#name, path:line or a name.",
  mimeType: TEXT,
  actions: ["sdl.symbol.getCard"],
  completes: { repoId: "repository", symbolId: "symbol" },
  read: ({ repoId, symbolId }, { ask }) => ask("sdl.symbol.getCard", { repoId, symbol: symbolId }),
};

const slice: SdlResource = {
  uri: "sdl://repo/{repoId}/slice/{handle}",
  name: "slice",
  title: "Slice by its handle",
  description: "The code that a task needs, as it is now, of a slice that was built before.",
  mimeType: TEXT,
  actions: ["sdl.slice.build"],
  completes: { repoId: "repository", handle: "slice" },
  read: async ({ repoId, handle = "" }, { ask, context }) =>
    ask("sdl.slice.build", await sliceRebuildRequest(context, { repoId, handle })),
};

const skeleton: SdlResource = {
  uri: "sdl://repo/{repoId}/skeleton/{path}",
  name: "skeleton",
  title: "Skeleton of a file",
  description: "Signatures, members and control flow of a file, without what its bodies only do.",
  mimeType: TEXT,
  actions: ["sdl.code.getSkeleton"],
  completes: { repoId: "repository", path: "file" },
  read: ({ repoId, path }, { ask }) => ask("sdl.code.getSkeleton", { repoId, file: path }),
};

/** All resources of a repository, in the order of the lists. */
export const REPOSITORY_RESOURCES: readonly SdlResource[] = [card, slice, skeleton];
