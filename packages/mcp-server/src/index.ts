/** The public API of @sdl/mcp-server: the action table as MCP tools. */
export { serveStdio } from "./serve-stdio.js";
export { createMcpServer, type McpServerOptions } from "./server.js";
export { listTools, type ToolListOptions } from "./tool-list.js";
