/** Whether a client shows a server's pages beside answers (MCP Apps). Source: SEP-1865, revision 2026-01-26. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";

const EXTENSION = "io.modelcontextprotocol/ui";

/** Type of a page; a client names the types that it shows. */
export const PAGE_TYPE = "text/html;profile=mcp-app";

/**
 * As the client says with each request (from revision 2026-07-28 on), else as it said when it shook hands. Over HTTP clients of older revisions say it in a
 * request of its own, which no other knows of: they are shown no pages.
 */
export function showsPages(server: Server, { mcpReq: { envelope } }: ServerContext): boolean {
  const said = envelope as { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  const capabilities = said?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
  const { mimeTypes } = Object(capabilities?.extensions?.[EXTENSION]) as { readonly mimeTypes?: unknown };
  return Array.isArray(mimeTypes) && mimeTypes.includes(PAGE_TYPE);
}
