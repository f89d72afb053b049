/** Starts a server by a configuration's own command line, as the client would, and asks it two things. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { messageOf } from "@sdl/model";
import type { Probed, ServerStart } from "../check/probe.js";

/** What its answers look like nobody asks here. */
const ANY_ANSWER = {
  getValidator: () => (input: unknown) => ({ valid: true as const, data: input as never, errorMessage: undefined }),
};

/** The end of what a server says on its way out. */
const MOST_STDERR_CHARS = 400;

/** Reads only, needs no index, and every list of tools answers it. */
const CHEAP_CALL = { name: "sdl_info", arguments: {} };

/** Never throws for what the server does. The server is ended in any case. */
export async function probeServer(start: ServerStart): Promise<Probed> {
  const { command, args, env, cwd, timeoutMs } = start;
  const transport = new StdioClientTransport({ command, args: [...args], env: defined(env), cwd, stderr: "pipe" });
  let said = "";
  transport.stderr?.on("data", (chunk: Uint8Array) => {
    said = (said + new TextDecoder().decode(chunk)).slice(-MOST_STDERR_CHARS);
  });
  const client = new Client({ name: "sdl-doctor", version: "1" }, { jsonSchemaValidator: ANY_ANSWER });
  const options = { timeout: timeoutMs };
  try {
    const started = performance.now();
    await client.connect(transport, options);
    const { tools } = await client.listTools(undefined, options);
    const listMs = performance.now() - started;
    const asked = performance.now();
    const answer = await client.callTool(CHEAP_CALL, options);
    const callMs = performance.now() - asked;
    if (answer.isError === true) return { problem: `${CHEAP_CALL.name} answers with an error`, said };
    return { tools, instructions: client.getInstructions() ?? "", listMs, callMs };
  } catch (error) {
    return { problem: messageOf(error), said: said.trim() };
  } finally {
    await client.close();
  }
}

function defined(env: ServerStart["env"]): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
