/**
 * The actions of the table that a server offers: only these are listed and run. Knows names; `../select-actions.ts` selects them.
 * Invariant: an action that is not offered runs neither directly nor as a step of a chain.
 */
import { SdlError } from "@sdl/model";

/** Answers whether an action is offered, and why not. */
export class ActionSelection {
  /** @param refusals for each action that is not offered, by canonical name, the reason */
  constructor(
    private readonly refusals: ReadonlyMap<string, string> = new Map(),
    /** Whether all offered actions only read. */
    readonly isReadOnly = false,
  ) {}

  /** Whether every action of the table is offered. */
  get isWhole(): boolean {
    return this.refusals.size === 0;
  }

  /** The actions without further ones. @param refusals the reasons, by canonical name */
  without(refusals: ReadonlyMap<string, string>): ActionSelection {
    return new ActionSelection(new Map([...this.refusals, ...refusals]), this.isReadOnly);
  }

  /** @param action canonical name */
  offers(action: string): boolean {
    return !this.refusals.has(action);
  }

  /** @param action canonical name @throws {SdlError} `policy_denied` if it is not offered */
  requireOffered(action: string): void {
    const reason = this.refusals.get(action);
    if (reason === undefined) return;
    throw new SdlError("policy_denied", `this server does not offer ${action}: ${reason}`);
  }
}
