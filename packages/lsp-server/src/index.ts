/** The public API of @sdl/lsp-server: the symbol graph as a language server. */
export { serveLspStdio } from "./serve-stdio.js";
export type { LspServerOptions } from "./server.js";
