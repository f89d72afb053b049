/** Records the name that answers give each symbol: all answers must use the same one. Ids are hashes of names, so this holds across versions. */
import type { Answer } from "../../src/contract/prune-answer.js";
import { decodeAnswer } from "../../src/features/slice/build-slice.js";

interface Sighting {
  readonly name: string;
  readonly place: string;
}

export class NameSightings {
  private readonly names = new Map<string, Sighting>();

  /** Number of symbols named. */
  get size(): number {
    return this.names.size;
  }

  /** @returns one line per symbol that an earlier answer named differently */
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
