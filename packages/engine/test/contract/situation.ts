/** What the contract's situations are: a call, and what its answer must say. Data; whoever runs them brings the way to call. */
import { join } from "node:path";
import type { ContractRepository } from "./contract-repository.js";
import { differences, SomeOf } from "./situations/matchers.js";

type Expected = Readonly<Record<string, unknown>>;

export interface Situation {
  readonly title: string;
  readonly action: string;
  /** `$name`: what an answer before was asked to keep; `$id:NAME`: the id of the symbol of that name; `$root`: of the repository. */
  readonly args: Readonly<Record<string, unknown>>;
  /** What the answer holds, see `differences`; `undefined` for a field that must not be there. */
  readonly answer?: Expected;
  /** The same for an error. */
  readonly error?: Expected;
  /** Values of the answer by the names under which later situations use them: `{ handle: "sliceHandle" }`. */
  readonly keep?: Readonly<Record<string, string>>;
  /** What happens to the repository first. */
  readonly before?: (repository: ContractRepository) => void;
}

/** An answer as it came, by whatever way. */
export interface Outcome {
  readonly isError: boolean;
  readonly answer: Readonly<Record<string, unknown>>;
}

export type Call = (action: string, args: object) => Promise<Outcome>;

/** Runs situations one after the other: a later one may use what an earlier one kept. */
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

  /** What the outcome is that it should not be, one line each. */
  async problems(situation: Situation, { isError, answer }: Outcome): Promise<string[]> {
    if (isError !== (situation.error !== undefined))
      return [`is ${isError ? "an" : "no"} error: ${JSON.stringify(answer).slice(0, 500)}`];
    return differences(await this.fill(situation.error ?? situation.answer), answer);
  }

  /** Puts values in the place of their names. */
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
    // A reference of a chain looks alike, and is none.
    return this.known.has(name) ? this.known.get(name) : `$${name}`;
  }
}

function valueAt(answer: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], answer);
}
