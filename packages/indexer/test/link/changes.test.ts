/** Relinking after an edit: exactly the files with a lookup whose answer changed. */
import { describe, expect, test } from "vitest";
import { changedConfigLookups, changedLookups, createLinkSession, linkFile } from "../../src/link/index.js";
import { fixtureTexts, MemoryRepository, viewOf } from "./memory-repository.js";

/** Files of `before`, except the edited one, that must be linked again when the text of `path` changes to `text`. */
function relinked(before: string, path: string, text: string | undefined): string[] {
  const texts = fixtureTexts(before);
  const repository = new MemoryRepository(texts);
  const session = createLinkSession(repository);
  const old = texts.get(path);
  const isConfig = repository.config(path) !== undefined || path.endsWith(".json");
  const changed = new Set(
    isConfig
      ? changedConfigLookups(path, old, text)
      : changedLookups(
          old === undefined ? undefined : viewOf(path, old),
          text === undefined ? undefined : viewOf(path, text),
        ),
  );
  const others = [...texts.keys()].filter((other) => other !== path && repository.file(other) !== undefined);
  return others.filter((other) => {
    const file = repository.file(other);
    return file !== undefined && linkFile(session, file).lookups.some((lookup) => changed.has(lookup));
  });
}

const REPOSITORY = `
//- /lib.ts
export class Base { save() { return 1; } load() {} }
export function make() { const made = new Base(); return made; }
export function other() {}
//- /barrel.ts
export * from "./lib";
//- /direct.ts
import { Base } from "./lib";
export function f(base: Base) { base.save(); }
//- /derived.ts
import { Base } from "./barrel";
export class Derived extends Base { run() { this.load(); } }
//- /maker.ts
import { make } from "./lib";
export const g = () => make().save();
//- /missing.ts
import { later } from "./later";
export const h = () => later();
//- /stranger.ts
export class Base { save() {} }
export const s = () => new Base().save();
`;
const LIB = fixtureTexts(REPOSITORY).get("lib.ts") ?? "";

describe("an edit relinks", () => {
  test("no file, when a body, a comment or the order of lines changes", () => {
    expect(relinked(REPOSITORY, "lib.ts", LIB.replace("return 1;", "console.log(2); return 1;"))).toEqual([]);
    expect(relinked(REPOSITORY, "lib.ts", `// note\n\n${LIB}`)).toEqual([]);
    expect(
      relinked(
        REPOSITORY,
        "lib.ts",
        LIB.replace("export function other() {}", "function third() {}\nexport function other() {}"),
      ),
    ).toEqual([]);
  });

  test("the files that use a member, when it is renamed", () => {
    expect(relinked(REPOSITORY, "lib.ts", LIB.replace("load()", "fetch()"))).toEqual(["derived.ts"]);
    expect(relinked(REPOSITORY, "lib.ts", LIB.replace("save()", "store()"))).toEqual(["direct.ts", "maker.ts"]);
  });

  test("the files that import a name, when the export is removed or added", () => {
    expect(relinked(REPOSITORY, "lib.ts", LIB.replace("export class Base", "class Base"))).toEqual([
      "direct.ts",
      "derived.ts",
    ]);
    expect(relinked(REPOSITORY, "lib.ts", LIB.replace("function other", "function another"))).toEqual([]);
  });

  test("the files that use a result, when the returned value changes", () => {
    expect(relinked(REPOSITORY, "lib.ts", LIB.replace("return made;", "return undefined;"))).toEqual(["maker.ts"]);
    expect(relinked(REPOSITORY, "lib.ts", LIB.replace("const made = new Base()", "const made = other()"))).toEqual([
      "maker.ts",
    ]);
  });

  test("the files that look up the bases of a class, when they change", () => {
    expect(relinked(REPOSITORY, "lib.ts", LIB.replace("class Base {", "class Base extends Other {"))).toEqual([
      "derived.ts",
    ]);
  });

  test("the files that looked up a missing path, when a file is added there", () => {
    expect(relinked(REPOSITORY, "later.ts", "export function later() {}")).toEqual(["missing.ts"]);
    expect(relinked(REPOSITORY, "later/index.ts", "export function later() {}")).toEqual(["missing.ts"]);
    expect(relinked(REPOSITORY, "elsewhere.ts", "export function later() {}")).toEqual([]);
  });

  test("the files that look through a star export, when it changes", () => {
    expect(relinked(REPOSITORY, "barrel.ts", 'export * from "./stranger";')).toEqual(["derived.ts"]);
  });

  test("the files that looked up a configuration, when it changes", () => {
    const alias = `${REPOSITORY}
//- /app/use.ts
import { make } from "@/lib";
export const a = () => make();
//- /app/alone.ts
import { alone } from "./other";
export const b = () => alone();
//- /app/other.ts
export const alone = () => 1;
`;
    const tsconfig = '{ "compilerOptions": { "paths": { "@/*": ["../*"] } } }';
    expect(relinked(alias, "app/tsconfig.json", tsconfig)).toEqual(["app/use.ts"]);
    expect(relinked(`${alias}//- /app/tsconfig.json\n${tsconfig}`, "app/tsconfig.json", "{}")).toEqual(["app/use.ts"]);
  });

  test("the files that looked up a package name, when a manifest adopts it", () => {
    const workspace = `
//- /package.json
{ "workspaces": ["packages/*"] }
//- /packages/a/package.json
{ "name": "a" }
//- /packages/a/index.ts
import { b } from "b";
import { c } from "c";
export const f = () => b();
//- /packages/d/index.ts
export const d = 1;
`;
    expect(relinked(workspace, "packages/b/package.json", '{ "name": "b" }')).toEqual(["packages/a/index.ts"]);
    expect(relinked(workspace, "packages/b/package.json", '{ "name": "zzz" }')).toEqual([]);
  });
});
