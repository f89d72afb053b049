/** Instructions about SDL for agents, written on the user's request: when to call which tool, and what it replaces. Pure. */

/** @param prefix prefix that a client puts before tool names */
export function instructionSnippet(prefix: string): string {
  const tool = (name: string) => `\`${prefix}sdl_${name}\``;
  const also = prefix === "" ? "\n\nA client may list these tools with a prefix, such as `mcp__sdl__sdl_context`." : "";
  return `## Code context from SDL

The MCP server \`sdl\` has an index of this repository's symbols: it finds code by what calls what, and shows the lines that matter.

- A bug, a change or a question about the code: call ${tool("context")} with the task in full first, before you grep or read files.
- Instead of grep for a definition: ${tool("search")}, with a name, a part of one, or words.
- Instead of reading a file for one function or class: ${tool("symbol")}. It also shows callers and tests.
- Before you change or rename a symbol: ${tool("references")} for every place that uses it.
- Before you read a large file: ${tool("outline")}.
- After editing, before a commit: ${tool("changes")} for what the change breaks and which tests to run.
- What took long to find out: ${tool("remember")} keeps it for later sessions.

A symbol is named as answers show it: \`path:line\`, \`path#name\`, \`Class.method\` or a name. Use grep for texts that are no code.${also}`;
}
