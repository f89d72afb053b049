/** Probe of a server: starts it with a configuration's own command line, as the client would, requests its list of tools and makes one call. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { messageOf } from "@sdl/model";
import type { ProbeResult, ServerStart } from "../check/probe.js";

/** Validator that accepts every answer, because the content of answers is not checked here. */
const ANY_ANSWER = {
  getValidator: () => (input: unknown) => ({ valid: true as const, data: input as never, errorMessage: undefined }),
};

/** Maximum number of characters kept from the end of standard error. */
const MAX_STDERR_CHARS = 400;

/** A read-only call that needs no index and is available with every selection of tools. */
const CHEAP_CALL = { name: "sdl_info", arguments: {} };

/** Tries a server. Does not throw for failures of the server, and always ends it. */
export async function probeServer(start: ServerStart): Promise<ProbeResult> {
  const { command, args, env, cwd, timeoutMs } = start;
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: definedVariables(env),
    cwd,
    stderr: "pipe",
  });
  let said = "";
  transport.stderr?.on("data", (chunk: Uint8Array) => {
    said = (said + new TextDecoder().decode(chunk)).slice(-MAX_STDERR_CHARS);
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
    if (answer.isError === true) return { problem: `the call of ${CHEAP_CALL.name} returns an error`, said };
    return { tools, instructions: client.getInstructions() ?? "", listMs, callMs };
  } catch (error) {
    return { problem: messageOf(error), said: said.trim() };
  } finally {
    await client.close();
  }
}

function definedVariables(env: ServerStart["env"]): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
