/** What is said of how an edge was bound, by the linker's rule. */
import { RESOLVERS, type ResolverId } from "@sdl/model/graph";

/** Whether the rule reads the binding off the source, or infers it. */
type Resolution = "exact" | "heuristic" | "unresolved";

export interface ResolutionMetadata {
  readonly resolution: Resolution;
  readonly resolverId: ResolverId;
  /** `pass1` sees one file, `pass2` the repository. */
  readonly phase: "pass1" | "pass2";
  readonly reason: string;
}

type Row = readonly [Resolution, "pass1" | "pass2", string];

const ROWS: Readonly<Record<ResolverId, Row>> = {
  none: ["unresolved", "pass1", "nothing bound it"],
  lexical: ["exact", "pass1", "bound in an enclosing scope"],
  import: ["exact", "pass2", "bound by an import"],
  "re-export": ["exact", "pass2", "bound through a re-export"],
  "module-path": ["exact", "pass2", "names a module"],
  "this-member": ["exact", "pass1", "member of the enclosing class"],
  "inherited-member": ["exact", "pass2", "member of a base class"],
  super: ["exact", "pass2", "member of the base class, named by super"],
  annotation: ["exact", "pass2", "the receiver's declared type has it"],
  constructor: ["exact", "pass2", "the receiver was constructed as this class"],
  "return-type": ["heuristic", "pass2", "the receiver is what a function returns"],
  narrowing: ["heuristic", "pass2", "a check narrows the receiver's type"],
  interface: ["heuristic", "pass2", "an implementation of the receiver's type"],
  callback: ["heuristic", "pass2", "passed on as a value and called there"],
  "field-based": ["heuristic", "pass2", "one of few members of that name"],
  heritage: ["exact", "pass2", "named as a base"],
  "namespace-member": ["exact", "pass2", "member of an imported module"],
  "static-member": ["exact", "pass2", "static member of a named class"],
  external: ["unresolved", "pass2", "belongs to a package outside of the repository"],
  builtin: ["unresolved", "pass1", "belongs to the language or its platform"],
  config: ["exact", "pass2", "names an environment variable or a configuration file"],
  page: ["heuristic", "pass2", "another script of the page declares it"],
};

/** @param code number of a resolver, as adjacencies carry it */
export function resolutionOf(code: number): ResolutionMetadata {
  return describeResolver(RESOLVERS[code] ?? "none");
}

export function describeResolver(resolverId: ResolverId): ResolutionMetadata {
  const [resolution, phase, reason] = ROWS[resolverId];
  return { resolution, resolverId, phase, reason };
}
