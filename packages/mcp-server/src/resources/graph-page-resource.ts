/**
 * Resource of the graph page, which clients show beside answers that have a picture. The page holds no data: it asks
 * the server for the picture.
 */
import { PICTURE_TOOL, sdlVersion } from "@sdl/engine";
import { PAGE_TYPE } from "../apps/client-pages.js";
import { GRAPH_PAGE } from "../apps/graph-page.js";
import type { SdlResource } from "./resource.js";

/** The page at its `ui://` address, offered to clients that show pages. */
export const graphPageResource: SdlResource = {
  uri: GRAPH_PAGE,
  name: "graph",
  title: "Graph",
  description: "The graph of a slice, or of what a change reaches: symbols, callers and callees, blast radius, source.",
  mimeType: PAGE_TYPE,
  actions: [PICTURE_TOOL],
  completes: {},
  page: {
    // The page loads nothing and connects to nothing.
    csp: { connectDomains: [], resourceDomains: [] },
    permissions: { clipboardWrite: {} },
    prefersBorder: true,
  },
  read: async (_, { context }) => {
    const { appPage } = await import("@sdl/graph-page");
    return appPage({ tool: context.text?.words(PICTURE_TOOL) ?? PICTURE_TOOL, version: sdlVersion() });
  },
};
