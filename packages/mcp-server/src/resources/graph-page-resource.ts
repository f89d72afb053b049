/** The page that clients show beside answers which have a picture. It holds no data: it asks for the picture of the answer. */
import { PICTURE_TOOL, sdlVersion } from "@sdl/engine";
import { PAGE_TYPE } from "../apps/client-pages.js";
import { GRAPH_PAGE } from "../apps/graph-page.js";
import type { SdlResource } from "./resource.js";

export const graphPageResource: SdlResource = {
  uri: GRAPH_PAGE,
  name: "graph",
  title: "Graph",
  description: "The graph of a slice, or of what a change reaches: symbols, callers and callees, blast radius, source.",
  mimeType: PAGE_TYPE,
  actions: [PICTURE_TOOL],
  completes: {},
  page: {
    // It loads nothing and connects to nothing.
    csp: { connectDomains: [], resourceDomains: [] },
    permissions: { clipboardWrite: {} },
    prefersBorder: true,
  },
  read: async (_, { context }) => {
    const { appPage } = await import("@sdl/graph-page");
    return appPage({ tool: context.text?.words(PICTURE_TOOL) ?? PICTURE_TOOL, version: sdlVersion() });
  },
};
