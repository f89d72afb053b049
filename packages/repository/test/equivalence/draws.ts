/** Counts of what random edits drew: each kind of edit, and each rule of the linker. */
import { RESOLVERS } from "@sdl/model/graph";
import { hash32 } from "@sdl/model/text";

/** Rules that make no edges: those of leaves, and those whose edges have the name of the rule that gave the value. */
const EDGELESS: readonly string[] = ["none", "external", "builtin", "narrowing", "callback", "field-based"];

export class Draws {
  private readonly counts = new Map<string, number>();
  private before: ReadonlyMap<string, number> | undefined;

  edit(name: string): void {
    this.add(`edit: ${name}`);
  }

  /** Counts each rule whose edges changed since the last comparison. @param dump a canonical dump */
  compare(dump: string): void {
    const after = edgesByRule(dump);
    for (const [rule, digest] of after) if (this.before?.get(rule) !== digest) this.add(`rule: ${rule}`);
    this.before = after;
  }

  /** Edits and rules drawn fewer than `least` times, as lines such as `rule: super 1`. */
  lessOftenThan(least: number, edits: readonly string[]): string[] {
    const rules = RESOLVERS.filter((rule) => !EDGELESS.includes(rule));
    const names = [...edits.map((name) => `edit: ${name}`), ...rules.map((rule) => `rule: ${rule}`)];
    return names.filter((name) => this.of(name) < least).map((name) => `${name} ${this.of(name)}`);
  }

  private of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  private add(name: string): void {
    this.counts.set(name, this.of(name) + 1);
  }
}

/** A checksum of each rule's edges. */
function edgesByRule(dump: string): Map<string, number> {
  const sums = new Map<string, number>();
  let from = "";
  for (const line of dump.split("\n")) {
    const symbol = /^ {2}([0-9a-f]{16}) /.exec(line);
    if (symbol !== null) from = symbol[1] ?? "";
    const edge = /^ {4}to ([0-9a-f]{16}) \w+ \d+ ([\w-]+) x/.exec(line);
    if (edge === null) continue;
    const rule = edge[2] ?? "";
    sums.set(rule, ((sums.get(rule) ?? 0) + hash32(from + (edge[1] ?? ""))) >>> 0);
  }
  return sums;
}
