/** The public API of @sdl/mcp-server: the action table as MCP tools. */
export { type StdioEnd, type StdioOptions, serveStdio } from "./serve-stdio.js";
export { type McpServerOptions, mcpServerFactory } from "./server.js";
export { listTools, type ToolListOptions } from "./tool-list.js";
