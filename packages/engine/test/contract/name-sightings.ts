/** Which name answers give each symbol: one and the same in all of them, whatever the action. Ids are hashes of names, so this holds over versions, too. */
import type { Answer } from "../../src/contract/prune-answer.js";
import { decodeAnswer } from "../../src/features/slice/build-slice.js";

interface Sighting {
  readonly name: string;
  readonly place: string;
}

export class NameSightings {
  private readonly names = new Map<string, Sighting>();

  /** How many symbols were named. */
  get size(): number {
    return this.names.size;
  }

  /** @returns symbols that an earlier answer named otherwise, one line each */
  async note(action: string, answer: Answer): Promise<string[]> {
    const isSlice = action === "sdl.slice.build" && answer["slice"] !== undefined;
    const { slice } = answer;
    return this.walk(isSlice ? { ...answer, slice: decodeAnswer({ slice }) } : answer, action);
  }

  private walk(value: unknown, place: string): string[] {
    if (typeof value !== "object" || value === null) return [];
    const { symbolId, name } = value as { readonly symbolId?: unknown; readonly name?: unknown };
    const own = typeof symbolId === "string" && typeof name === "string" ? this.compare(symbolId, { name, place }) : [];
    const inner = Object.entries(value).flatMap(([key, part]) =>
      this.walk(part, Array.isArray(value) ? `${place}[]` : `${place}.${key}`),
    );
    return [...own, ...inner];
  }

  private compare(symbolId: string, seen: Sighting): string[] {
    const known = this.names.get(symbolId);
    if (known === undefined) this.names.set(symbolId, seen);
    return known === undefined || known.name === seen.name
      ? []
      : [`${symbolId} is ${seen.name} in ${seen.place} and ${known.name} in ${known.place}`];
  }
}
