/** The public API of @sdl/clients: set-up of MCP clients and checks of their configuration. */

export { type CheckOptions, type ClientFinding, checkClients } from "./check/check-clients.js";
export type { Client, Scope } from "./clients/client.js";
export { CLIENTS } from "./clients/table.js";
export type { Program } from "./command-line.js";
export { realPath, repositoryRoot } from "./files/config-file.js";
export { findProgram } from "./files/find-program.js";
export { writtenFiles } from "./files/journal.js";
export { homeFromEnvironment, type Place, parsePlatform } from "./place.js";
export { PUBLISHED } from "./published.js";
export { type ClientDescription, describeClient } from "./setup/describe-client.js";
export { type FoundClient, findClients } from "./setup/find-clients.js";
export type { PartKind } from "./setup/part.js";
export { clientsNamed, type SetUpRequest, setUpClients, takeBackClients } from "./setup/plan.js";
export type { Change } from "./setup/set-up.js";
