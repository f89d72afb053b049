/** Elision rules of a language: which nodes hold statements, which direct control flow, which may be emptied. Tables, no logic. */
import type { Grammar } from "../parse/grammar.js";

/** Set of node kinds: 1 at each member's number. */
type KindSet = Uint8Array;

/** Elision rules resolved for one grammar. */
export interface ElisionRules {
  /** Kinds whose direct statements are a function's body. */
  readonly functions: KindSet;
  /** Kinds that hold statements or members: blocks, class bodies, the file. */
  readonly lists: KindSet;
  /** Kinds of {@link lists}, and parents of lists, whose members are always kept. */
  readonly containers: KindSet;
  /** Lists in which only the children in the field `body` are statements. */
  readonly cases: KindSet;
  /** Blocks and class bodies: a node that holds one is not mere data. */
  readonly blocks: KindSet;
  /** Statements that are kept in a body: control flow, and declarations of code with a body. */
  readonly control: KindSet;
  /** Statements of a single expression: kept if the expression is one of `steering`, or the doc of the parent. */
  readonly expressionStatements: KindSet;
  readonly steering: KindSet;
  /** Declarations that are kept in a body if they name a function, by the kind of their declarator. */
  readonly declarators: KindSet;
  /** Statements that may be a body without braces. */
  readonly plain: KindSet;
  /** Bracketed data and arguments: emptied if they span lines. */
  readonly brackets: KindSet;
  /** Elements whose children are emptied if they span lines. */
  readonly elements: KindSet;
  /** Strings that may span lines. */
  readonly strings: KindSet;
  readonly comments: KindSet;
  /** Whether a string alone at the start of a body is its doc. */
  readonly hasDocstrings: boolean;
  /** Numbers of the fields that elision reads. */
  readonly fields: { readonly body: number; readonly consequence: number; readonly value: number };
  readonly elseClause: number;
  readonly markers: ElisionMarkers;
}

/** Texts that replace elided code. Each is valid syntax in its place. */
interface ElisionMarkers {
  readonly statements: string;
  /** In a list whose whole content is elided. */
  readonly wholeBody: string;
  /** Where exactly one statement is required. */
  readonly statement: string;
  /** Between statements of which the second could otherwise continue the first. */
  readonly separator: string;
  readonly brackets: string;
  readonly children: string;
}

/** Resolves the elision rules of a language for a grammar. */
export type ElisionRulesOf = (grammar: Grammar) => ElisionRules;
