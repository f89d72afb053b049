/**
 * Incremental linking equals linking from scratch: after random edits, only files that changed, or have a changed
 * lookup, are linked again. The test itself is tested too: for each kind of lookup there is an edit after which it
 * fails if lookups of that kind are dropped.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  changedConfigLookups,
  changedLookups,
  createLinkSession,
  type LinkSession,
  linkFile,
  outdatedLookups,
  readConfigText,
} from "../../src/link/index.js";
import { findFileKind } from "../../src/workspace/index.js";
import { linkText } from "./link-text.js";
import { type LookupKind, lookupsOfKind } from "./lookup-kinds.js";
import { fixtureTexts, MemoryRepository, viewOf } from "./memory-repository.js";
import { Random, randomEdit, randomRepository } from "./random-repository.js";

interface StoredLinks {
  readonly text: string;
  readonly lookups: Uint32Array;
}

/** Applies edits and links the stale files. @param forget kind of lookups to drop, as if they had never been recorded */
class IncrementalIndex {
  /** Number of edits that kept the session. */
  kept = 0;
  /** Number of files whose lookups changed in those edits. */
  keptOverLookups = 0;
  private readonly stored = new Map<string, StoredLinks>();
  private session: LinkSession;

  constructor(
    private texts: ReadonlyMap<string, string>,
    private readonly forget?: LookupKind,
  ) {
    this.session = linkInto(this.stored, texts, [...texts.keys()]);
  }

  /** Applies an edit. @returns number of files linked again besides the edited ones */
  edit(texts: ReadonlyMap<string, string>): number {
    const touched = [...new Set([...this.texts.keys(), ...texts.keys()])].filter(
      (path) => this.texts.get(path) !== texts.get(path),
    );
    const changed = changedSet(this.texts, texts, touched);
    for (const lookup of this.forgotten(texts)) changed.delete(lookup);
    const stale = [...this.stored]
      .filter(([, links]) => links.lookups.some((it) => changed.has(it)))
      .map(([path]) => path);
    for (const path of touched) this.stored.delete(path);
    const paths = [...new Set([...touched, ...stale])].filter((path) => texts.has(path));
    this.session = linkInto(this.stored, texts, paths, this.keptSession(texts, touched));
    this.texts = texts;
    return stale.filter((path) => !touched.includes(path)).length;
  }

  /** The session for the texts, if no file was added, removed or renumbered, and no configuration changed. */
  private keptSession(texts: ReadonlyMap<string, string>, touched: readonly string[]): LinkSession | undefined {
    const isKept =
      [...texts.keys()].join() === [...this.texts.keys()].join() &&
      touched.every((path) => isSource(path) && !isConfig(path));
    if (!isKept || this.forget !== undefined) return undefined;
    const repository = new MemoryRepository(texts);
    const lookups = new Set<number>();
    for (const path of touched) {
      const [before, after] = [viewOf(path, this.texts.get(path) ?? ""), viewOf(path, texts.get(path) ?? "")];
      for (const lookup of outdatedLookups(before, after)) lookups.add(lookup);
      if (changedLookups(before, after).length > 0) this.keptOverLookups++;
    }
    this.session.advance(repository, { files: touched.map((path) => repository.file(path) ?? -1), lookups });
    this.kept++;
    return this.session;
  }

  equalsScratch(shuffle: Random): boolean {
    const keyed = [...this.texts].map((entry) => ({ entry, key: shuffle.next() })).sort((a, b) => a.key - b.key);
    const shuffled = new Map(keyed.map(({ entry }) => entry));
    const scratch = new Map<string, StoredLinks>();
    linkInto(scratch, shuffled, [...shuffled.keys()]);
    return [...scratch].every(([path, right]) => {
      const left = this.stored.get(path);
      return left?.text === right.text && left.lookups.join() === right.lookups.join();
    });
  }

  private forgotten(texts: ReadonlyMap<string, string>): Iterable<number> {
    if (this.forget === undefined) return [];
    return [...lookupsOfKind(this.forget, this.texts), ...lookupsOfKind(this.forget, texts)];
  }
}

function changedSet(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  touched: Iterable<string>,
): Set<number> {
  const changed = new Set<number>();
  for (const path of touched) {
    const old = before.get(path);
    const now = after.get(path);
    if (isSource(path)) {
      const views = [old, now].map((text) => (text === undefined ? undefined : viewOf(path, text)));
      for (const lookup of changedLookups(views[0], views[1])) changed.add(lookup);
    }
    const [keptOld, keptNow] = [old, now].map((text) => (text === undefined ? undefined : readConfigText(path, text)));
    for (const lookup of isConfig(path) ? changedConfigLookups(path, keptOld, keptNow) : []) changed.add(lookup);
  }
  return changed;
}

/** Links files. @param kept a session for the texts, if there is one @returns the session that was used */
function linkInto(
  stored: Map<string, StoredLinks>,
  texts: ReadonlyMap<string, string>,
  paths: readonly string[],
  kept?: LinkSession,
): LinkSession {
  const repository = new MemoryRepository(texts);
  const files = paths.filter(isSource).map((path) => [path, repository.file(path) ?? -1] as const);
  const session = kept ?? createLinkSession(repository);
  for (const [path, file] of files) {
    const linked = linkFile(session, file);
    stored.set(path, { text: linkText(repository, linked), lookups: linked.lookups });
  }
  return session;
}

function isSource(path: string): boolean {
  return kindOf(path)?.language !== undefined;
}

/** Whether linking reads the file's text; it may be source as well. */
function isConfig(path: string): boolean {
  return kindOf(path)?.isConfig === true;
}

function kindOf(path: string) {
  return findFileKind(path.slice(path.lastIndexOf("/") + 1));
}

/** For each kind of lookup: a repository, and an edit that affects other files only through that kind. */
const CARRIED: Readonly<Record<LookupKind, { readonly before: string; readonly after: string }>> = {
  exists: {
    before: `//- /use.ts\nimport { f } from "./later";\nf();\n`,
    after: `//- /later.ts\nexport function f() {}\n`,
  },
  folder: {
    before: `//- /use.py\nfrom . import space\nspace.m.f()\n`,
    after: `//- /space/m.py\ndef f(): pass\n`,
  },
  folderName: {
    before: `//- /web/use.py\nimport space.m\nspace.m.f()\n//- /core/pyproject.toml\n[project]\nname = "core"\n`,
    after: `//- /core/space/m.py\ndef f(): pass\n`,
  },
  config: {
    before: `//- /use.ts\nimport { f } from "@/a";\nf();\n//- /lib/a.ts\nexport function f() {}\n`,
    after: `//- /tsconfig.json\n{ "compilerOptions": { "paths": { "@/*": ["./lib/*"] } } }\n`,
  },
  packageName: {
    before: `//- /package.json\n{ "workspaces": ["p/*"] }\n//- /p/a/index.ts\nimport { f } from "b";\nf();\n//- /p/b/index.ts\nexport function f() {}\n`,
    after: `//- /p/b/package.json\n{ "name": "b" }\n`,
  },
  topLevel: {
    before: `//- /use.py\nimport lib\nlib.f()\n`,
    after: `//- /src/lib.py\ndef f(): pass\n`,
  },
  alias: {
    before: `//- /use.ts\nimport { f } from "lib/a";\nf();\n//- /src/a.ts\nexport function f() {}\n`,
    after: `//- /vite.config.ts\nexport default { resolve: { alias: { lib: "./src" } } };\n`,
  },
  component: {
    before: `//- /use.vue\n<template><Card/></template>\n`,
    after: `//- /lib/Card.vue\n<template><p/></template>\n`,
  },
  export: {
    before: `//- /use.ts\nimport { f } from "./a";\nf();\n//- /a.ts\nfunction f() {}\n`,
    after: `//- /a.ts\nexport function f() {}\n`,
  },
  stars: {
    before: `//- /use.ts\nimport { f } from "./all";\nf();\n//- /all.ts\nexport {};\n//- /a.ts\nexport function f() {}\n`,
    after: `//- /all.ts\nexport * from "./a";\n`,
  },
  symbol: {
    before: `//- /use.ts\nimport { Box } from "./box";\nexport const size = () => Box.size;\n//- /box.ts\nexport class Box { static size() {} }\n`,
    after: `//- /box.ts\nexport class Box { static get size() {} }\n`,
  },
  value: {
    before: `//- /use.ts\nimport { make } from "./a";\nmake().run();\n//- /a.ts\nclass A { run() {} }\nexport function make() {}\n`,
    after: `//- /a.ts\nclass A { run() {} }\nexport function make() { return new A(); }\n`,
  },
  member: {
    before: `//- /use.ts\nimport { A } from "./a";\nnew A().run();\n//- /a.ts\nexport class A {}\n`,
    after: `//- /a.ts\nexport class A { run() {} }\n`,
  },
  bases: {
    before: `//- /use.ts\nimport { A } from "./a";\nnew A().run();\n//- /a.ts\nclass B { run() {} }\nexport class A {}\n`,
    after: `//- /a.ts\nclass B { run() {} }\nexport class A extends B {}\n`,
  },
  classes: {
    before: `//- /use.py\nfrom base import A\nimport impl\ndef f(a: A): a.run()\n//- /base.py\nclass A:\n    def run(self): ...\n//- /impl.py\nfrom base import A\n`,
    after: `//- /impl.py\nfrom base import A\nclass B(A):\n    def run(self): pass\n`,
  },
  params: {
    before: `//- /use.ts\nimport { on } from "./a";\non((a) => a.run());\n//- /a.ts\nclass A { run() {} }\nexport function on(f: unknown) {}\n`,
    after: `//- /a.ts\nclass A { run() {} }\nexport function on(f: (a: A) => void) {}\n`,
  },
  page: {
    before: `//- /use.js\nfunction g() { f(); }\n//- /a.js\nfunction h() {}\n`,
    after: `//- /a.js\nfunction f() {}\n`,
  },
  global: {
    before: `//- /use.ts\nexport const use = () => f();\n//- /types.d.ts\ninterface Other { f(): void }\n`,
    after: `//- /types.d.ts\ndeclare function f(): void;\n`,
  },
  holders: {
    before: `//- /p.py\nfrom typing import Protocol\nclass P(Protocol):\n    def m(self): ...\n//- /i.py\nclass I:\n    def n(self): pass\n//- /use.py\nimport i\nfrom p import P\ndef f(p: P): p.m()\n`,
    after: `//- /i.py\nclass I:\n    def n(self): pass\n    def m(self): pass\n`,
  },
  methods: {
    before: `//- /p.py\nfrom typing import Protocol\nclass P(Protocol):\n    def m(self): ...\n//- /i.py\nclass I:\n    def m(self): pass\n//- /use.py\nimport i\nfrom p import P\ndef f(p: P): p.m()\n`,
    after: `//- /p.py\nfrom typing import Protocol\nclass P(Protocol):\n    def m(self): ...\n    def n(self): ...\n`,
  },
  package: {
    before: `//- /a.go\npackage p\nfunc g() { f() }\n//- /b.go\npackage p\n`,
    after: `//- /b.go\npackage p\nfunc f() {}\n`,
  },
  packageMethod: {
    before: `//- /a.go\npackage p\ntype T struct{}\nfunc g(t T) { t.m() }\n//- /b.go\npackage p\n`,
    after: `//- /b.go\npackage p\nfunc (t T) m() {}\n`,
  },
  packageHolders: {
    before: `//- /a.go\npackage p\ntype I interface { m() }\nfunc g(i I) { i.m() }\n//- /b.go\npackage p\ntype T struct{}\n`,
    after: `//- /b.go\npackage p\ntype T struct{}\nfunc (t T) m() {}\n`,
  },
  packageNames: {
    before: `//- /go.mod\nmodule m\n//- /a.go\npackage p\nimport "m/x"\nfunc g() { y.f() }\n//- /x/b.go\npackage z\nfunc f() {}\n`,
    after: `//- /x/b.go\npackage y\nfunc f() {}\n`,
  },
};

describe("incremental linking", () => {
  test("an object literal that becomes the argument of a call has other members for the files that use it", () => {
    const use = `//- /use.ts\nimport { box } from "./a";\nbox.run();\n`;
    const made = "//- /a.ts\nclass A { run() {} }\ndeclare function make(o: object): A;\n";
    const index = new IncrementalIndex(fixtureTexts(`${use}${made}export const box = { run() {} };\n`));
    expect(index.edit(fixtureTexts(`${use}${made}export const box = make({ run() {} });\n`))).toBe(1);
    expect(index.equalsScratch(new Random(1))).toBe(true);
  });

  test("incremental linking equals linking from scratch after every edit", () => {
    let relinked = 0;
    let kept = 0;
    let keptOverLookups = 0;
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = new Random(seed);
        let texts: ReadonlyMap<string, string> = randomRepository(random);
        const index = new IncrementalIndex(texts);
        for (let step = 0; step < 12; step++) {
          const next = new Map(texts);
          for (let i = 1 + random.below(2); i > 0; i--) randomEdit(next, random);
          texts = next;
          relinked += index.edit(texts);
          if (!index.equalsScratch(random)) return false;
        }
        kept += index.kept;
        keptOverLookups += index.keptOverLookups;
        return true;
      }),
      { numRuns: 25, seed: 20261121 },
    );
    expect(relinked).toBeGreaterThan(50);
    expect(kept).toBeGreaterThan(100);
    expect(keptOverLookups).toBeGreaterThan(50);
  });

  test.each(Object.keys(CARRIED) as LookupKind[])("incremental linking needs lookups of kind %s", (kind) => {
    const before = fixtureTexts(CARRIED[kind].before);
    const after = new Map([...before, ...fixtureTexts(CARRIED[kind].after)]);
    const index = new IncrementalIndex(before);
    expect(index.edit(after)).toBe(1);
    expect(index.equalsScratch(new Random(1))).toBe(true);
    const forgetful = new IncrementalIndex(before, kind);
    forgetful.edit(after);
    expect(forgetful.equalsScratch(new Random(1))).toBe(false);
  });
});
