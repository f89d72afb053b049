/** Lines that are told, up to a budget of tokens. */
import { tokensAtMost } from "./token-bound.js";

export class Told {
  private readonly lines: string[] = [];
  private left: number;

  constructor(tokens: number) {
    this.left = tokens;
  }

  /** Adds lines that belong together, or nothing where there is no room for all. @returns whether there was room */
  add(...lines: readonly string[]): boolean {
    const tokens = tokensAtMost(`${lines.join("\n")}\n`);
    if (tokens > this.left) return false;
    this.left -= tokens;
    this.lines.push(...lines);
    return true;
  }

  /** Of lines. */
  get count(): number {
    return this.lines.length;
  }

  get text(): string {
    return this.lines.join("\n");
  }
}

/** `a, b and 5 more`. @param all how many there are */
export function listed(shown: readonly string[], all: number): string {
  const more = all - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
