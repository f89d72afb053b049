/** Planning of set-up: determines the targets of a request and runs them. */
import type { Client, Scope } from "../clients/client.js";
import { CLIENTS } from "../clients/table.js";
import { ConfigError } from "../config-error.js";
import type { Place } from "../place.js";
import type { CommandContext } from "./entry-part.js";
import type { PartKind } from "./part.js";
import { type Change, errorFields, type SetUpOptions, setUp, takeBack } from "./set-up.js";
import { makeTarget, type PartTarget } from "./target.js";

/** Which clients to set up, where, and with which parts. */
export interface SetUpRequest extends SetUpOptions {
  readonly place: Place;
  readonly program: CommandContext["program"];
  readonly clients: readonly Client[];
  /** If absent, each client's default scope; for instructions the repository if there is one. */
  readonly scope?: Scope | undefined;
  readonly kinds: readonly PartKind[];
}

/** @returns one change for each client and each kind of part that it supports, in this order */
export function setUpClients(request: SetUpRequest): Change[] {
  const { place, clients, kinds, scope } = request;
  const wanted = clients.flatMap((client) =>
    kinds.map((kind) => ({ client, kind, scope: scope ?? chooseScope(client, kind, place) })),
  );
  return [...runPlan(request, wanted, setUp), ...wanted.filter((one) => !hasFile(one)).map(withoutFile)];
}

/** Whether the client has a file in this scope. Hooks and instructions are skipped silently for clients without them. */
function hasFile({ client, kind, scope }: RequestedPart): boolean {
  return kind !== "server" || client.scopes.includes(scope);
}

function withoutFile({ client, kind, scope }: RequestedPart): Change {
  const [other] = client.scopes;
  const message = `${client.title} has no configuration file for --${scope}: leave --${scope} out, or use --${other}`;
  return { client: client.id, scope, kind, path: "", status: "absent", error: { code: "NO_SCOPE", message } };
}

function chooseScope({ scopes }: Client, kind: PartKind, { project }: Place): Scope {
  if (project === undefined) return scopes.includes("user") ? "user" : "project";
  return kind === "instructions" ? "project" : scopes[0];
}

/** Undoes set-up in the named scope, or else in every scope; targets without the part are omitted from the changes. */
export function takeBackClients(request: SetUpRequest): Change[] {
  const { place, clients, kinds, scope } = request;
  const scopes: readonly Scope[] = scope === undefined ? ["user", "project"] : [scope];
  const there = scopes.filter((one) => (one === "user" ? place.home : place.project) !== undefined);
  const wanted = clients.flatMap((client) =>
    there.flatMap((one) => kinds.map((kind) => ({ client, kind, scope: one }))),
  );
  return runPlan(request, wanted, takeBack).filter(({ status }) => status !== "absent");
}

interface RequestedPart {
  readonly client: Client;
  readonly kind: PartKind;
  readonly scope: Scope;
}

function runPlan(
  request: SetUpRequest,
  wanted: readonly RequestedPart[],
  change: (targets: readonly PartTarget[], options: SetUpOptions) => Change[],
): Change[] {
  const { place, program } = request;
  const line = { program, platform: place.platform };
  const targets: PartTarget[] = [];
  const failed: Change[] = [];
  for (const { client, kind, scope } of wanted) {
    try {
      const target = makeTarget(client, scope, kind, { place, line });
      if (target !== undefined) targets.push(target);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      failed.push({ client: client.id, scope, kind, path: "", status: "failed", error: errorFields(error) });
    }
  }
  return [...change(targets, request), ...failed];
}

/** Clients with these ids, in the order of the table; unknown ids are ignored. */
export function clientsNamed(ids: readonly string[]): Client[] {
  return CLIENTS.filter(({ id }) => ids.includes(id));
}
