/** The public API of @sdl/graph-page: a picture of a symbol graph as a page or as text for other programs. */

export { toDot } from "./exports/dot.js";
export { toGraphml } from "./exports/graphml.js";
export { toMermaid } from "./exports/mermaid.js";
export { appPage, appPicture } from "./page/app-page.js";
export { type GraphPageOptions, graphPage } from "./page/graph-page.js";
export type { AppData, PageData } from "./page/page-data.js";
export { GraphPageError, type GraphPageErrorCode } from "./picture/check-picture.js";
