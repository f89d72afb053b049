/** `sdl init`: adds the MCP server to the configuration files of coding agents. Needs no index and no engine. */
import {
  CLIENTS,
  type Client,
  clientsNamed,
  type FoundClient,
  findClients,
  type PartKind,
  type Scope,
  type SetUpRequest,
  setUpClients,
  takeBackClients,
  writtenFiles,
} from "@sdl/clients";
import { homeDirectory } from "@sdl/engine";
import { FoundProblems } from "../found-problems.js";
import { currentPlace, currentProgram } from "../place.js";
import { renderChanges, renderFound } from "../render/init.js";
import { writeJson } from "../render/json.js";
import type { SessionEnvironment } from "../session.js";

/** Options of `sdl init`. Without `client` and `allFound` nothing is written. */
export interface InitOptions {
  readonly client?: readonly string[];
  readonly allFound?: boolean;
  readonly project?: boolean;
  readonly user?: boolean;
  readonly instructions?: boolean;
  readonly hooks?: boolean;
  readonly dryRun?: boolean;
  readonly remove?: boolean;
  readonly json?: boolean;
}

/**
 * Sets clients up, or takes the set-up back. @throws {FoundProblems} after everything is printed, if a file could not
 * be changed
 */
export async function initCommand(environment: SessionEnvironment, options: InitOptions): Promise<void> {
  const place = currentPlace(environment);
  const { terminal } = environment;
  const found = findClients(place);
  const clients = chosenClients(options, found);
  if (clients === undefined) {
    if (options.json === true) writeJson(terminal, { clients: found.map(foundAsData), changes: [] });
    else terminal.out(renderFound(found, place, terminal));
    return;
  }
  const { dryRun = false, remove = false } = options;
  const request: SetUpRequest = {
    home: homeDirectory(environment.env),
    isDryRun: dryRun,
    place,
    program: currentProgram(environment),
    clients,
    scope: scopeFromOptions(options),
    kinds: wantedPartKinds(options),
  };
  const changes = remove ? takeBackClients(request) : setUpClients(request);
  // Entries in other repositories are removed from inside those repositories.
  const elsewhere = remove && options.client === undefined && !dryRun ? writtenFiles(request.home) : [];
  if (options.json === true) writeJson(terminal, { dryRun, changes, ...(remove ? { elsewhere } : {}) });
  else terminal.out(renderChanges(changes, { place, dryRun, remove, clients, elsewhere }, terminal));
  if (changes.some(({ status }) => status === "failed" || (status === "absent" && options.client !== undefined))) {
    throw new FoundProblems();
  }
}

/** The clients to change; `undefined` if none was chosen. `--remove` affects all clients. */
function chosenClients(
  { client, allFound = false, remove = false }: InitOptions,
  found: readonly FoundClient[],
): readonly Client[] | undefined {
  if (client !== undefined) return clientsNamed(client);
  if (remove) return CLIENTS;
  return allFound && found.length > 0 ? found.map((one) => one.client) : undefined;
}

function scopeFromOptions({ project, user }: InitOptions): Scope | undefined {
  if (project === true) return "project";
  return user === true ? "user" : undefined;
}

function wantedPartKinds({ instructions = false, hooks = false, remove = false }: InitOptions): PartKind[] {
  const added: PartKind[] = [
    ...(hooks ? (["hooks"] as const) : []),
    ...(instructions ? (["instructions"] as const) : []),
  ];
  if (!remove) return ["server", ...added];
  return added.length > 0 ? added : ["server", "hooks", "instructions"];
}

function foundAsData({ client, signs, servers }: FoundClient): object {
  return { client: client.id, title: client.title, signs, servers };
}
