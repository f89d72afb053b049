/** What a language says of leaving code out: which nodes hold statements, which steer, which may be emptied. Tables, no logic. */
import type { Grammar } from "../parse/grammar.js";

/** By kind number, 1 for members. */
type KindSet = Uint8Array;

export interface ElisionRules {
  /** Kinds whose direct statements are the body of a function. */
  readonly functions: KindSet;
  /** Kinds that hold statements or members: blocks, class bodies, the file. */
  readonly lists: KindSet;
  /** Those of them whose members always stay, and kinds whose list's members always stay. */
  readonly containers: KindSet;
  /** Lists of which only the children in the field `body` are statements. */
  readonly cases: KindSet;
  /** Blocks and class bodies: what holds one is no mere data. */
  readonly blocks: KindSet;
  /** Statements that stay in a body: they steer, or declare what has a body itself. */
  readonly control: KindSet;
  /** Statements of one expression: kept where it is one of `steering`, or the doc of what holds it. */
  readonly expressionStatements: KindSet;
  readonly steering: KindSet;
  /** Declarations that stay in a body when they name a function: by the kind of their declarator. */
  readonly declarators: KindSet;
  /** Statements that may stand without braces where a body is wanted. */
  readonly plain: KindSet;
  /** Bracketed data and arguments: emptied where they span lines. */
  readonly brackets: KindSet;
  /** Elements whose children are emptied where they span lines. */
  readonly elements: KindSet;
  /** Strings that may span lines. */
  readonly strings: KindSet;
  readonly comments: KindSet;
  /** Whether a string that stands alone at the head of a body is its doc. */
  readonly hasDocstrings: boolean;
  /** Numbers of the fields that the algorithm asks for. */
  readonly fields: { readonly body: number; readonly consequence: number; readonly value: number };
  readonly elseClause: number;
  readonly markers: ElisionMarkers;
}

/** What stands for what was left out. Each reads as the language where it is put. */
interface ElisionMarkers {
  readonly statements: string;
  /** In a list that is nothing but what was left out. */
  readonly wholeBody: string;
  /** For a statement where exactly one is wanted. */
  readonly statement: string;
  /** Between statements of which the second could be read as the end of the first. */
  readonly separator: string;
  readonly brackets: string;
  readonly children: string;
}

export type ElisionRulesOf = (grammar: Grammar) => ElisionRules;
