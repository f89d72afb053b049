/** `sdl tool [ACTION]`: runs any action with arguments in JSON, as the MCP server takes them. */
import { ACTIONS, type Action, findAction, runAction, SdlError } from "@sdl/engine";
import { writeJson } from "../render/json.js";
import { repositoryArguments, type Session } from "../session.js";
import type { Style } from "../terminal.js";
import { withProgress } from "./with-progress.js";

/** Options of `sdl tool`. `schema` prints the action's parameters instead of running it. */
export interface ToolOptions {
  readonly schema?: boolean;
}

/** @param json the arguments; `-` reads them from standard input; `true` or absent means none */
export async function toolCommand(
  session: Session,
  name: string | undefined,
  json: string | undefined,
  options: ToolOptions,
): Promise<void> {
  const { terminal } = session;
  if (name === undefined) {
    terminal.out(renderActions(terminal.style));
    return;
  }
  const action = findAction(name);
  if (action !== undefined && options.schema === true) {
    writeJson(terminal, {
      name: action.name,
      description: action.description,
      input: action.inputSchema(),
      examples: action.examples,
    });
    return;
  }
  const args = parseArguments(json === "-" ? await terminal.readStdin() : json);
  const request = withRepository(session, action, args);
  // The answer is printed as JSON, so its budget counts JSON.
  const answer = await withProgress(session, (context) => runAction(name, request, { ...context, text: undefined }));
  writeJson(terminal, answer);
}

/** Adds the repository of `--repo` to arguments without a repoId. */
function withRepository(session: Session, action: Action | undefined, args: unknown): unknown {
  const takesRepository = action?.inputSchema().properties?.["repoId"] !== undefined;
  if (!takesRepository || typeof args !== "object" || args === null || "repoId" in args || "repo_id" in args)
    return args;
  return { ...repositoryArguments(session), ...args };
}

function parseArguments(json: string | undefined): unknown {
  if (json === undefined || json.trim() === "") return {};
  try {
    return JSON.parse(json);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SdlError(
      "invalid_params",
      `--json is not JSON: ${reason}; quote it for your shell, or pass - and write it to standard input`,
    );
  }
}

function renderActions(style: Style): string {
  const width = Math.max(...ACTIONS.map(({ name }) => name.length));
  const lines = ACTIONS.map(({ name, description }) => `  ${style.bold(name.padEnd(width))}  ${description}`);
  return `Actions (sdl tool ACTION --json '{…}'; --schema shows an action's parameters and examples):\n${lines.join("\n")}\n`;
}
