/**
 * What a compiler says of a project's calls, in terms that both languages share. Declarations are those outside function bodies: a
 * symbol inside one counts as the declaration around it. A class and its constructor are one.
 */

/** How a call reaches its callee; the report breaks recall and precision down by it. */
export const RECEIVER_KINDS = [
  "same file",
  "import",
  "namespace",
  "new",
  "jsx",
  "tag",
  "decorator",
  "super",
  "this",
  "inherited",
  "static",
  "typed receiver",
  "interface method",
  "object member",
  "accessor",
] as const;
export type ReceiverKind = (typeof RECEIVER_KINDS)[number];

/** Names a declaration: `path#Class.method`; a file's top level is `path#`. */
export type DeclarationKey = string;

/** A stretch of a file: lines from 1, columns from 0 in UTF-16 units, half-open. */
export interface Stretch {
  readonly startLine: number;
  readonly startCol: number;
  readonly endLine: number;
  readonly endCol: number;
}

export interface OracleDeclaration extends Stretch {
  readonly key: DeclarationKey;
  /** Where its name stands, and the name. */
  readonly line: number;
  readonly name: string;
  /** Whether code inside it belongs to it; a field without a function is only a target. */
  readonly isOwner: boolean;
}

/**
 * `repository`: the callee is declared in the project. `external`: elsewhere. `value`: it goes through a parameter, a local or a
 * property that holds a function. `unresolved`: the compiler does not know.
 */
export type SiteStatus = "repository" | "external" | "value" | "unresolved";

export interface OracleSite {
  readonly file: string;
  readonly line: number;
  readonly col: number;
  /** As the callee is called here. */
  readonly name: string;
  readonly status: SiteStatus;
  readonly receiver: ReceiverKind;
  readonly caller: DeclarationKey;
  /** Any of them is right. Empty unless `status` is `repository` or `value`. */
  readonly targets: readonly DeclarationKey[];
}

export interface Oracle {
  /** By file; outer before inner. */
  readonly declarations: Readonly<Record<string, readonly OracleDeclaration[]>>;
  readonly sites: readonly OracleSite[];
  /** Direct bases of classes and interfaces, and the types that object literals are declared to have. */
  readonly bases: Readonly<Record<DeclarationKey, readonly DeclarationKey[]>>;
  /** Files whose sites are all here: edges out of others are not judged. */
  readonly files: readonly string[];
}

export function moduleKey(file: string): DeclarationKey {
  return `${file}#`;
}
