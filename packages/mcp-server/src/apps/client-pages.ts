/** Detects whether a client shows a server's pages beside answers (MCP Apps). Source: SEP-1865, revision 2026-01-26. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";

const EXTENSION = "io.modelcontextprotocol/ui";

/** MIME type of a page; a client lists the types that it shows. */
export const PAGE_TYPE = "text/html;profile=mcp-app";

/**
 * Reads the capability from the request (from revision 2026-07-28 on), else from the handshake. Over HTTP, clients of
 * older revisions send the handshake as a separate request, which later requests do not know; such clients are shown no
 * pages.
 */
export function showsPages(server: Server, { mcpReq: { envelope } }: ServerContext): boolean {
  const said = envelope as { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  const capabilities = said?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  const { mimeTypes } = Object(capabilities?.extensions?.[EXTENSION]) as { readonly mimeTypes?: unknown };
  return Array.isArray(mimeTypes) && mimeTypes.includes(PAGE_TYPE);
}
