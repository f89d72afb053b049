/** The repositories of a team's server that one caller may read, as actions see them. */
import { SdlError } from "@sdl/model";
import type { RegisterResult, Registry } from "../registry/registry.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { unknownRepository } from "./cached-indexes.js";

/** Lists what a caller may read; changes nothing. */
export class TeamRegistry implements Registry {
  readonly path = "";

  /** @param entries what the caller may read, by name */
  constructor(private readonly entries: () => readonly RegistryEntry[]) {}

  list(): readonly RegistryEntry[] {
    return this.entries();
  }

  all(): readonly RegistryEntry[] {
    return this.entries();
  }

  warnings(): readonly string[] {
    return [];
  }

  requireReadable(): void {
    return; // no file is read
  }

  get(repoId: string): RegistryEntry {
    const entry = this.entries().find((one) => one.repoId === repoId);
    if (entry === undefined) throw unknownRepository(repoId);
    return entry;
  }

  findContaining(): undefined {
    return undefined;
  }

  async register(): Promise<RegisterResult> {
    throw notHere();
  }

  async unregister(): Promise<RegistryEntry> {
    throw notHere();
  }

  async setPolicy(): Promise<RegistryEntry> {
    throw notHere();
  }
}

/** The error of what a team's server does not do. */
export function notHere(): SdlError {
  const text = "a server over a team's remote registers and changes nothing; push to the remote instead: sdl push";
  return new SdlError("policy_denied", text);
}
