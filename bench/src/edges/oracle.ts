/**
 * Oracle's answer: a compiler's knowledge of a project's calls, in terms that both languages share. Declarations are
 * those outside function bodies: a symbol inside one counts as the enclosing declaration. A class and its constructor
 * are one.
 */

/** Kinds of receivers by which the report breaks down recall and precision: how a call reaches its callee. */
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
/** One of {@link RECEIVER_KINDS}. */
export type ReceiverKind = (typeof RECEIVER_KINDS)[number];

/** Part of the shape of a call that goes through a parameter whose type the place of its function declares. */
export const CONTEXTUAL_PARAMETER = "contextual parameter";

/** Name of a declaration: `path#Class.method`; `path#` for a file's top level. */
export type DeclarationKey = string;

/** A range of a file: lines from 1, columns from 0 in UTF-16 units, half-open. */
export interface Stretch {
  readonly startLine: number;
  readonly startCol: number;
  readonly endLine: number;
  readonly endCol: number;
}

/** A declaration outside function bodies. */
export interface OracleDeclaration extends Stretch {
  readonly key: DeclarationKey;
  /** Line of the name, and the name. */
  readonly line: number;
  readonly name: string;
  /** Whether code inside belongs to the declaration; a field without a function is only a target. */
  readonly isOwner: boolean;
}

/**
 * `repository`: the callee is declared in the project. `external`: declared elsewhere. `value`: called through a
 * parameter, a local or a property that holds a function. `unresolved`: the compiler does not know.
 */
export type SiteStatus = "repository" | "external" | "value" | "unresolved";

/** One place that calls. */
export interface OracleSite {
  readonly file: string;
  readonly line: number;
  readonly col: number;
  /** The callee's name as written at the call. */
  readonly name: string;
  readonly status: SiteStatus;
  readonly receiver: ReceiverKind;
  /** What the call and its target look like, apart from names; each language describes its own. */
  readonly shape: string;
  readonly caller: DeclarationKey;
  /** Each of them is right. Empty unless `status` is `repository` or `value`. */
  readonly targets: readonly DeclarationKey[];
  /**
   * Whether the name says nothing about an unknown callee: a parameter or variable is called of which the compiler knows
   * no function, or an import that it does not find.
   */
  readonly isOpen?: boolean;
}

/** All that a compiler says about one project. */
export interface Oracle {
  /** By file; outer before inner. */
  readonly declarations: Readonly<Record<string, readonly OracleDeclaration[]>>;
  readonly sites: readonly OracleSite[];
  /** Direct bases of classes and interfaces, and the declared types of object literals. */
  readonly bases: Readonly<Record<DeclarationKey, readonly DeclarationKey[]>>;
  /** Of {@link bases}, those of classes and interfaces in {@link files}. */
  readonly heritage: Readonly<Record<DeclarationKey, readonly DeclarationKey[]>>;
  /** Files whose sites are complete: edges out of other files are not judged. */
  readonly files: readonly string[];
}

/** The key of a file's top level. */
export function moduleKey(file: string): DeclarationKey {
  return `${file}#`;
}
