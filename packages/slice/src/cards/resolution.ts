/** Resolution metadata of edges: how the linker's rule resolved a reference, in words. */
import { RESOLVERS, type ResolverId } from "@sdl/model/graph";

/** `exact` if the source states the target, `heuristic` if the rule infers it. */
type ResolutionStatus = "exact" | "heuristic" | "unresolved";

/** How an edge was resolved. */
export interface ResolutionMetadata {
  readonly resolution: ResolutionStatus;
  readonly resolverId: ResolverId;
  /** `pass1` resolves within one file, `pass2` within the repository. */
  readonly phase: "pass1" | "pass2";
  readonly reason: string;
}

type ResolverRow = readonly [ResolutionStatus, "pass1" | "pass2", string];

const RESOLVER_ROWS: Readonly<Record<ResolverId, ResolverRow>> = {
  none: ["unresolved", "pass1", "no definition was found"],
  lexical: ["exact", "pass1", "bound in an enclosing scope"],
  import: ["exact", "pass2", "bound by an import"],
  "re-export": ["exact", "pass2", "bound through a re-export"],
  "module-path": ["exact", "pass2", "the reference names a module"],
  "this-member": ["exact", "pass1", "member of the enclosing class"],
  "inherited-member": ["exact", "pass2", "member of a base class"],
  super: ["exact", "pass2", "member of the base class, named by super"],
  annotation: ["exact", "pass2", "the receiver's declared type has it"],
  constructor: ["exact", "pass2", "the receiver was constructed as this class"],
  "return-type": ["heuristic", "pass2", "the receiver is a function's return value"],
  narrowing: ["heuristic", "pass2", "a check narrows the receiver's type"],
  interface: ["heuristic", "pass2", "an implementation of the receiver's type"],
  callback: ["heuristic", "pass2", "passed as a value to a function that calls it"],
  "field-based": ["heuristic", "pass2", "the member name has few definitions"],
  heritage: ["exact", "pass2", "named as a base type"],
  "namespace-member": ["exact", "pass2", "member of an imported module"],
  "static-member": ["exact", "pass2", "static member of a named class"],
  external: ["unresolved", "pass2", "belongs to a package outside of the repository"],
  builtin: ["unresolved", "pass1", "belongs to the language or its platform"],
  config: ["exact", "pass2", "the reference names an environment variable or a configuration file"],
  page: ["heuristic", "pass2", "another script of the page declares it"],
};

/** Metadata by resolver code. @param code index into `RESOLVERS`, as adjacencies store it */
export function resolutionOf(code: number): ResolutionMetadata {
  return describeResolver(RESOLVERS[code] ?? "none");
}

/** Status, phase and reason of a linker's rule. */
export function describeResolver(resolverId: ResolverId): ResolutionMetadata {
  const [resolution, phase, reason] = RESOLVER_ROWS[resolverId];
  return { resolution, resolverId, phase, reason };
}
