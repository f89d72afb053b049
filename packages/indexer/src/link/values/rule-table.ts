/**
 * The linker's rules: what each is called in stored links, and how far it is trusted before calibration, in hundredths: which of two
 * ways to a target is the better one, and which step of a chain is the weakest. A value found by several steps has the confidence of
 * its weakest step; see `refine`. What is stored follows from it by calibration.ts.
 */
import { RESOLVERS, type ResolverId } from "@sdl/model/graph";

export interface Rule {
  readonly resolver: number;
  /** Hundredths. */
  readonly confidence: number;
}

function rule(resolver: ResolverId, confidence: number): Rule {
  return { resolver: RESOLVERS.indexOf(resolver), confidence };
}

export const RULE = {
  /** 1: names that the file itself binds. */
  lexical: rule("lexical", 98),
  /** 1: names that another script of the page declares. */
  page: rule("page", 80),
  /** 2: import bindings. */
  imported: rule("import", 97),
  /** 3: re-exports and star exports. */
  reExport: rule("re-export", 95),
  /** 4: modules found through configuration. */
  modulePath: rule("module-path", 95),
  /** 4, where a build's output is mapped to its source by custom alone. */
  outputByConvention: rule("module-path", 85),
  namespaceMember: rule("namespace-member", 95),
  staticMember: rule("static-member", 95),
  /** 5: members of the own class, of its bases, behind `super`. */
  ownMember: rule("this-member", 95),
  inheritedMember: rule("inherited-member", 90),
  superMember: rule("super", 90),
  /** 6: declared types. */
  annotation: rule("annotation", 92),
  /** 7: constructed values. */
  construction: rule("constructor", 90),
  /** 8: what a function gives back, when no type declares it. */
  returned: rule("return-type", 85),
  /** 10: implementations of an abstract method: that the call may run each, however many there are. */
  implementer: rule("interface", 85),
  heritage: rule("heritage", 97),
  external: rule("external", 95),
  builtin: rule("builtin", 95),
  /** Environment variables and files of settings: named where they are read. */
  setting: rule("config", 95),
} as const satisfies Readonly<Record<string, Rule>>;
