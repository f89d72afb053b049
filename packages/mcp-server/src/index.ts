/** The public API of @sdl/mcp-server: the action table as MCP tools. */
export {};
