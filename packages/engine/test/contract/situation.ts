/** A situation of the contract: a call, and what its answer must contain. Data; its users provide the way to call. */
import { join } from "node:path";
import type { ContractRepository } from "./contract-repository.js";
import { differences, SomeOf } from "./situations/matchers.js";

type Expected = Readonly<Record<string, unknown>>;

export interface Situation {
  readonly title: string;
  readonly action: string;
  /** `$name`: a value kept from an earlier answer; `$id:NAME`: the id of the symbol of that name; `$root`: the repository's root. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Expected parts of the answer, see `differences`; `undefined` for a field that must be absent. */
  readonly answer?: Expected;
  /** Expected parts of an error. */
  readonly error?: Expected;
  /** Values of the answer kept for later situations, by name: `{ handle: "sliceHandle" }`. */
  readonly keep?: Readonly<Record<string, string>>;
  /** Changes the repository before the call. */
  readonly before?: (repository: ContractRepository) => void;
}

/** An answer, from any kind of client. */
export interface Outcome {
  readonly isError: boolean;
  readonly answer: Readonly<Record<string, unknown>>;
}

export type Call = (action: string, args: object) => Promise<Outcome>;

/** Runs situations in order: a later one may use values kept by an earlier one. */
export class Stage {
  private readonly known = new Map<string, unknown>();

  constructor(
    private readonly repository: ContractRepository,
    private readonly call: Call,
  ) {
    this.known.set("root", repository.root).set("other", join(repository.root, "..", "other"));
    this.known.set("damaged", join(repository.root, "..", "damaged"));
    this.known.set("earlier", repository.earlier.sliceHandle).set("earlierVersion", repository.earlier.ledgerVersion);
  }

  async run({ action, args, keep = {}, before }: Situation): Promise<Outcome> {
    before?.(this.repository);
    const outcome = await this.call(action, (await this.fill(args)) as object);
    for (const [name, path] of Object.entries(keep)) this.known.set(name, valueAt(outcome.answer, path));
    return outcome;
  }

  /** Deviations of an outcome from the expected one, one line each. */
  async problems(situation: Situation, { isError, answer }: Outcome): Promise<string[]> {
    if (isError !== (situation.error !== undefined))
      return [`is ${isError ? "an" : "no"} error: ${JSON.stringify(answer).slice(0, 500)}`];
    return differences(await this.fill(situation.error ?? situation.answer), answer);
  }

  /** Replaces `$name` placeholders by their values. */
  async fill(value: unknown): Promise<unknown> {
    if (value instanceof SomeOf) return new SomeOf(await Promise.all(value.entries.map((one) => this.fill(one))));
    if (typeof value === "string" && value.startsWith("$")) return this.value(value.slice(1));
    if (Array.isArray(value)) return Promise.all(value.map((one) => this.fill(one)));
    if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
    const entries = Object.entries(value).map(async ([name, one]) => [
      name.startsWith("$") ? String(await this.fill(name)) : name,
      await this.fill(one),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  }

  private async value(name: string): Promise<unknown> {
    if (!this.known.has(name) && name.startsWith("id:")) {
      const { answer } = await this.call("sdl.symbol.getCard", { symbolRef: { name: name.slice(3) }, fresh: false });
      this.known.set(name, answer["symbolId"]);
    }
    // A chain's reference looks the same but is not a placeholder.
    return this.known.has(name) ? this.known.get(name) : `$${name}`;
  }
}

function valueAt(answer: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], answer);
}
