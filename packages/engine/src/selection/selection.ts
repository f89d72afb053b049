/**
 * Which actions of the table a server offers: it lists and runs those alone. Knows names; `../select-actions.ts` says which.
 * Invariant: an action that is not offered runs neither by itself nor as a step of a chain.
 */
import { SdlError } from "@sdl/model";

export class ActionSelection {
  /** @param refusals by canonical name, why an action is not offered */
  constructor(
    private readonly refusals: ReadonlyMap<string, string> = new Map(),
    /** Whether everything that is offered only reads. */
    readonly isReadOnly = false,
  ) {}

  /** Whether every action of the table is offered. */
  get isWhole(): boolean {
    return this.refusals.size === 0;
  }

  /** @param action canonical name */
  offers(action: string): boolean {
    return !this.refusals.has(action);
  }

  /** @param action canonical name @throws {SdlError} `policy_denied` where it is not offered */
  require(action: string): void {
    const reason = this.refusals.get(action);
    if (reason === undefined) return;
    throw new SdlError("policy_denied", `this server does not offer ${action}: ${reason}`);
  }
}
