/** Links as text, with names instead of numbers, for equivalence tests and fixtures. */
import { EDGE_KINDS } from "@sdl/model";
import { qualifiedNames } from "@sdl/model/facts";
import { type LinkedFile, RESOLVERS } from "@sdl/model/graph";
import type { MemoryRepository } from "./memory-repository.js";

/** A link with names. */
export interface NamedLink {
  /** Qualified name of the owner; empty for the module. */
  readonly from: string;
  readonly kind: string;
  /** `path#Qualified.name`, `path` for a module, `package name` for an unresolved target. */
  readonly to: string;
  readonly isResolved: boolean;
  readonly rule: string;
  readonly confidence: number;
  readonly count: number;
}

/** The links of a file with names. */
export function namedLinks(repository: MemoryRepository, linked: LinkedFile): NamedLink[] {
  const own = qualifiedNames(repository.facts(linked.file));
  const { edges } = linked;
  const links: NamedLink[] = [];
  for (let i = 0; i < edges.length; i++) {
    links.push({
      from: own[edges.from[i]!]!,
      kind: EDGE_KINDS[edges.kind[i]!]!,
      to: symbolText(repository, edges.toFile[i]!, edges.toSymbol[i]!),
      isResolved: true,
      rule: RESOLVERS[edges.resolver[i]!]!,
      confidence: edges.confidence[i]!,
      count: edges.count[i]!,
    });
  }
  for (const leaf of linked.unresolved) {
    const to = `${leaf.packageName === "" ? "?" : leaf.packageName} ${leaf.name}`;
    const kind = EDGE_KINDS[leaf.kind]!;
    links.push({ from: own[leaf.from]!, kind, to, isResolved: false, rule: "", confidence: 0, count: leaf.count });
  }
  return links;
}

/** The links as text, one per line, sorted. */
export function linkText(repository: MemoryRepository, linked: LinkedFile): string {
  const lines = namedLinks(repository, linked).map(
    (link) =>
      `${link.from || "<module>"} ${link.kind} ${link.to}${link.isResolved ? ` ${link.rule} .${link.confidence}` : ""} x${link.count}`,
  );
  return lines.sort().join("\n");
}

function symbolText(repository: MemoryRepository, file: number, symbol: number): string {
  const name = qualifiedNames(repository.facts(file))[symbol]!;
  return name === "" ? repository.path(file) : `${repository.path(file)}#${name}`;
}
