/**
 * Linker rules: the name of each in stored links, and its confidence before calibration, in hundredths. The confidence
 * decides between two paths to a target and finds the weakest step of a chain. A value found by several steps has the
 * confidence of its weakest step; see `refine`. calibration.ts converts it to the stored confidence.
 */
import { RESOLVERS, type ResolverId } from "@sdl/model/graph";

/** A rule's resolver name and confidence. */
export interface Rule {
  readonly resolver: number;
  /** Confidence in hundredths. */
  readonly confidence: number;
}

function rule(resolver: ResolverId, confidence: number): Rule {
  return { resolver: RESOLVERS.indexOf(resolver), confidence };
}

/** All rules of the linker. */
export const RULE = {
  /** Rule 1: names that the file itself binds. */
  lexical: rule("lexical", 98),
  /** Rule 1: names that another script of the page declares. */
  page: rule("page", 80),
  /** Rule 2: import bindings. */
  imported: rule("import", 97),
  /** Rule 3: re-exports and star exports. */
  reExport: rule("re-export", 95),
  /** Rule 4: modules found through configuration. */
  modulePath: rule("module-path", 95),
  /** Rule 4: a build output or an alias mapped to its source by convention only. */
  outputByConvention: rule("module-path", 85),
  namespaceMember: rule("namespace-member", 95),
  staticMember: rule("static-member", 95),
  /** Rule 5: members of the own class, of its bases, of `super`. */
  ownMember: rule("this-member", 95),
  inheritedMember: rule("inherited-member", 90),
  superMember: rule("super", 90),
  /** Rule 6: declared types. */
  annotation: rule("annotation", 92),
  /** Rule 7: constructed values. */
  construction: rule("constructor", 90),
  /** Rule 8: results of functions without a declared type. */
  returned: rule("return-type", 85),
  /** Rule 10: implementations of an abstract method; each may be run, however many there are. */
  implementer: rule("interface", 85),
  heritage: rule("heritage", 97),
  external: rule("external", 95),
  builtin: rule("builtin", 95),
  /** Environment variables and configuration files, named where they are read. */
  setting: rule("config", 95),
} as const satisfies Readonly<Record<string, Rule>>;
