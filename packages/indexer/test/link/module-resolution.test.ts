/** Module resolution, as tables from specifier to module. */
import { describe, expect, test } from "vitest";
import { ModuleResolver } from "../../src/link/modules/module-resolver.js";
import { baseName } from "../../src/link/modules/paths.js";
import { Recorder } from "../../src/link/recorder.js";
import { TargetKind } from "../../src/link/values/target.js";
import { findFileKind } from "../../src/workspace/index.js";
import { fixtureTexts, MemoryRepository } from "./memory-repository.js";

/** Checks resolution; each line of `table` is `file: specifier -> where`. */
function checkResolution(fixture: string, table: string): void {
  const repository = new MemoryRepository(fixtureTexts(fixture));
  const resolver = new ModuleResolver(repository, new Recorder());
  const lines = table.trim().split("\n");
  const actual = lines.map((line) => {
    const [, from = "", specifier = ""] = /^\s*(\S+): (\S*) ->/.exec(line) ?? [];
    const language = findFileKind(baseName(from))?.language ?? "typescript";
    const found = resolver.step(from, language, specifier).value?.map((target) => {
      if (target.kind === TargetKind.Package) return `package ${target.text} .${target.confidence}`;
      if (target.kind === TargetKind.Module) return `${repository.path(target.file)} .${target.confidence}`;
      if (target.kind === TargetKind.Folder) return `folder ${target.text}`;
      return `outside ${target.text}${target.name === "" ? "" : ` ${target.name}`}`;
    });
    return `${from}: ${specifier} -> ${found?.join(", ") || "nowhere"}`;
  });
  expect(actual.join("\n")).toBe(lines.map((line) => line.trim()).join("\n"));
}

/** Empty files with these paths. */
function files(paths: string): string {
  return paths
    .trim()
    .split(/\s+/)
    .map((path) => `//- /${path}\n`)
    .join("");
}

describe("TypeScript and JavaScript", () => {
  test("files are found by extension, .js for .ts, index files, implementations before declarations", () => {
    checkResolution(
      files(
        "src/a.ts src/b.tsx src/c.mts src/d.d.ts src/e.js src/e.d.ts src/f/index.ts src/g.ts src/g/index.ts src/h.test.ts x.ts",
      ),
      `
      src/z.ts: ./a -> src/a.ts .97
      src/z.ts: ./a.js -> src/a.ts .97
      src/z.ts: ./b.jsx -> src/b.tsx .97
      src/z.ts: ./b.js -> src/b.tsx .97
      src/z.ts: ./c.mjs -> src/c.mts .97
      src/z.ts: ./d -> src/d.d.ts .97
      src/z.ts: ./d.js -> src/d.d.ts .97
      src/z.ts: ./e -> src/e.js .97
      src/z.ts: ./f -> src/f/index.ts .97
      src/z.ts: ./g -> src/g.ts .97
      src/z.ts: ./g/ -> src/g.ts .97
      src/z.ts: ./h.test -> src/h.test.ts .97
      src/f/z.ts: . -> src/f/index.ts .97
      src/f/z.ts: .. -> nowhere
      src/f/z.ts: ../a -> src/a.ts .97
      src/z.ts: ../../../x -> nowhere
      src/z.ts: ./missing -> nowhere
      `,
    );
  });

  test("packages outside the repository are named: scopes, Node's modules, URLs", () => {
    checkResolution(
      files("react.ts fs.ts"),
      `
      a.ts: react -> outside react
      a.ts: react/jsx-runtime -> outside react
      a.ts: @scope/pkg/deep/er -> outside @scope/pkg
      a.ts: fs -> outside node:fs
      a.ts: fs/promises -> outside node:fs
      a.ts: node:test -> outside node:test
      a.ts: test -> outside test
      a.ts: https://deno.land/std/x.ts -> outside https://deno.land
      a.ts: constructor -> outside constructor
      a.ts: @/alias -> nowhere
      a.ts: ~/alias -> nowhere
      `,
    );
  });

  test("tsconfig is read: comments, extends, paths, baseUrl, rootDirs, references", () => {
    checkResolution(
      `
//- /tsconfig.base.json
{ "compilerOptions": { "baseUrl": "./src", /* from here */ "paths": { "@lib/*": ["lib/*"], "@lib/special": ["other/special"], "exact": ["lib/one.ts"] } } }
//- /tsconfig.json
{
  // comment with "quotes"
  "extends": ["./tsconfig.base"],
  "compilerOptions": { "rootDirs": ["./src", "./generated"], },
}
//- /app/tsconfig.json
{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }
//- /app/tsconfig.app.json
{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }
${files("src/lib/one.ts src/other/special.ts src/top.ts generated/made.ts app/src/main.ts app/src/part.ts")}`,
      `
      src/lib/one.ts: @lib/one -> src/lib/one.ts .95
      src/top.ts: @lib/special -> src/other/special.ts .95
      src/top.ts: exact -> src/lib/one.ts .95
      src/top.ts: lib/one -> src/lib/one.ts .95
      src/top.ts: ./made -> generated/made.ts .95
      src/top.ts: @lib/none -> outside @lib/none
      app/src/main.ts: ~/part -> app/src/part.ts .95
      `,
    );
  });

  test("hostile tsconfigs end: loops, garbage, wrong types, ten thousand paths", () => {
    const paths = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`p${i}/*`, [`x${i}/*`]]));
    checkResolution(
      `
//- /tsconfig.json
{ "extends": "./a.json", "compilerOptions": { "paths": { "~/*": ["./src/*"], "bad": 3, "__proto__": ["./src/a"] } } }
//- /a/tsconfig.json
{ "extends": "../b/tsconfig.json" }
//- /b/tsconfig.json
{ "extends": ["../a/tsconfig.json", 7, "./tsconfig.json"], "compilerOptions": { "paths": { "q": ["./q"] } } }
//- /c/tsconfig.json
{ "extends": { "not": "a text" }, "references": [{ "path": "../c" }, null, 3], "compilerOptions": [ }
//- /d/tsconfig.json
${JSON.stringify({ compilerOptions: { paths } })}
${files("src/a.ts b/q.ts d/x7/y.ts")}`,
      `
      src/z.ts: ~/a -> src/a.ts .95
      src/z.ts: bad -> outside bad
      a/z.ts: q -> b/q.ts .95
      b/z.ts: q -> b/q.ts .95
      c/z.ts: q -> outside q
      d/z.ts: p7/y -> d/x7/y.ts .95
      `,
    );
  });

  const workspace = `
//- /package.json
{ "name": "root", "workspaces": ["packages/*", "!packages/private"] }
//- /packages/core/package.json
{ "name": "@acme/core", "exports": { ".": { "types": "./dist/index.d.ts", "import": "./dist/index.js" }, "./sub/*": "./dist/sub/*.js", "./raw": { "source": "./src/raw-source.ts", "default": "./dist/raw.js" }, "./none": null } }
//- /packages/core/tsconfig.json
{ "compilerOptions": { "outDir": "./dist", "rootDir": "./src" } }
//- /packages/plain/package.json
{ "name": "plain", "main": "lib/main.js", "imports": { "#inner/*": "./src/inner/*.js", "#dep": "@acme/core", "#loop": "#loop" }, "dependencies": { "linked": "file:../../linked" } }
//- /packages/private/package.json
{ "name": "private" }
//- /linked/package.json
{ "name": "linked", "main": "./index.js" }
//- /fixtures/react/package.json
{ "name": "react" }
${files("packages/core/src/index.ts packages/core/src/sub/one.ts packages/core/src/raw-source.ts packages/plain/src/main.ts packages/plain/src/inner/x.ts packages/private/index.ts linked/index.js fixtures/react/index.js")}`;

  test("workspace packages are found by exports, output folders, imports; unrelated folders with a known name are not", () => {
    checkResolution(
      workspace,
      `
      packages/plain/src/main.ts: @acme/core -> packages/core/src/index.ts .95
      packages/plain/src/main.ts: @acme/core/sub/one -> packages/core/src/sub/one.ts .95
      packages/plain/src/main.ts: @acme/core/raw -> packages/core/src/raw-source.ts .95
      packages/core/src/index.ts: plain -> packages/plain/src/main.ts .85
      packages/core/src/index.ts: @acme/core -> packages/core/src/index.ts .95
      packages/plain/src/main.ts: #inner/x -> packages/plain/src/inner/x.ts .95
      packages/plain/src/main.ts: #dep -> packages/core/src/index.ts .95
      packages/plain/src/main.ts: #loop -> nowhere
      packages/core/src/index.ts: private -> outside private
      packages/plain/src/main.ts: linked -> linked/index.js .95
      packages/core/src/index.ts: linked -> outside linked
      packages/core/src/index.ts: react -> outside react
      `,
    );
  });

  test("pnpm workspaces", () => {
    checkResolution(
      `
//- /pnpm-workspace.yaml
# members
packages:
  - 'libs/**' # all
  - "{apps,tools}/*"
catalog:
  - nothing
//- /libs/deep/a/package.json
{ "name": "a" }
//- /apps/b/package.json
{ "name": "b", "source": "src/main.ts" }
${files("libs/deep/a/src/index.ts apps/b/src/main.ts tools/c/x.ts")}`,
      `
      tools/c/x.ts: a -> libs/deep/a/src/index.ts .85
      tools/c/x.ts: b -> apps/b/src/main.ts .95
      `,
    );
  });
});

describe("conventions of frameworks", () => {
  test("a component is found without its extension, and in a site's folder", () => {
    checkResolution(
      `
//- /site/package.json
{ "name": "docs" }
${files("app/Header.svelte app/Area.svelte app/Area.ts site/src/Box.tsx site/docs/x.ts")}`,
      `
      app/Area.svelte: ./Header -> app/Header.svelte .97
      app/Header.svelte: ./Area -> app/Area.ts .97
      site/docs/x.ts: @site/src/Box -> site/src/Box.tsx .85
      site/docs/x.ts: @site/src/Gone -> outside @site/src
      `,
    );
  });

  test("the entry of a package that svelte-package or ng-packagr builds is in its sources", () => {
    checkResolution(
      `
//- /package.json
{ "workspaces": ["packages/*"] }
//- /packages/ui/package.json
{ "name": "@acme/ui", "exports": { ".": { "types": "./dist/index.d.ts", "svelte": "./dist/index.js" } } }
//- /packages/kit/package.json
{ "name": "@acme/kit" }
${files("packages/ui/src/lib/index.ts packages/kit/src/index.ts packages/kit/testing/src/public_api.ts packages/kit/deep/one/src/index.ts packages/x.ts")}`,
      `
      packages/x.ts: @acme/ui -> packages/ui/src/lib/index.ts .85
      packages/x.ts: @acme/kit -> packages/kit/src/index.ts .85
      packages/x.ts: @acme/kit/testing -> packages/kit/testing/src/public_api.ts .85
      packages/x.ts: @acme/kit/deep/one -> packages/kit/deep/one/src/index.ts .85
      packages/x.ts: @acme/kit/deep -> nowhere
      `,
    );
  });

  test("a package whose name the project maps into its folder is reached by its subpaths too", () => {
    checkResolution(
      `
//- /tsconfig.json
{ "compilerOptions": { "paths": { "@acme/kit": ["./node_modules/@acme/kit", "libs/kit/src/index.ts"] } } }
//- /apps/shop/package.json
{ "name": "shop" }
//- /libs/kit/package.json
{ "name": "@acme/kit" }
//- /libs/other/package.json
{ "name": "@acme/other" }
${files("libs/kit/src/index.ts libs/kit/setup.ts libs/other/index.ts apps/shop/main.ts")}`,
      `
      apps/shop/main.ts: @acme/kit -> libs/kit/src/index.ts .95
      apps/shop/main.ts: @acme/kit/setup -> libs/kit/setup.ts .85
      apps/shop/main.ts: @acme/other -> outside @acme/other
      `,
    );
  });

  test("aliases of build tools that are written plainly are read, within their package", () => {
    checkResolution(
      `
//- /app/package.json
{ "name": "app", "dependencies": { "react": "1" } }
//- /app/vite.config.ts
import { defineConfig } from "vite";
export default defineConfig({
  resolve: {
    alias: {
      "@": path.resolve(__dirname, "./client"), // no convention has this folder
      "@parts": fileURLToPath(new URL("./client/parts", import.meta.url)),
      '@deep/*': resolve('client', 'deep'),
      only$: "./client/only.ts",
      react: "./client/react.ts",
      vue: path.resolve("node_modules/vue/dist/vue.js"),
      other: computed("./client"),
    },
  },
});
//- /app/build/webpack.common.js
module.exports = { resolve: { alias: [{ find: "gql", replacement: path.join(process.cwd(), "client/graph") }] } };
${files("app/client/a.ts app/client/parts/b.ts app/client/deep/c.ts app/client/only.ts app/client/react.ts app/client/graph/d.ts out/x.ts")}`,
      `
      app/client/a.ts: @/a -> app/client/a.ts .95
      app/client/a.ts: @/gone -> nowhere
      app/client/a.ts: @parts/b -> app/client/parts/b.ts .95
      app/client/a.ts: @deep/c -> app/client/deep/c.ts .95
      app/client/a.ts: gql/d -> app/client/graph/d.ts .95
      app/client/a.ts: only -> app/client/only.ts .95
      app/client/a.ts: only/more -> outside only
      app/client/a.ts: react -> outside react
      app/client/a.ts: vue -> outside vue
      app/client/a.ts: other -> outside other
      out/x.ts: gql/d -> outside gql
      `,
    );
  });

  test("imports of a manifest may name the manifest", () => {
    checkResolution(
      `
//- /package.json
{ "name": "app", "imports": { "#/package.json": "./package.json", "#/*": "./src/*" } }
${files("src/a.ts src/b.ts")}`,
      `
      src/a.ts: #/package.json -> outside config:package.json
      src/a.ts: #/b -> src/b.ts .95
      `,
    );
  });
});

describe("Python", () => {
  test("modules are found: relative, absolute, src layout, namespace packages, stubs", () => {
    checkResolution(
      files(
        "pkg/__init__.py pkg/a.py pkg/sub/__init__.py pkg/sub/b.py pkg/stub.pyi src/lib/__init__.py space/one/m.py scripts/run.py scripts/tool.py",
      ),
      `
      pkg/a.py: . -> pkg/__init__.py .97
      pkg/a.py: .sub -> pkg/sub/__init__.py .97
      pkg/sub/b.py: ..a -> pkg/a.py .97
      pkg/sub/b.py: .... -> nowhere
      pkg/sub/b.py: pkg.a -> pkg/a.py .95
      pkg/sub/b.py: pkg.none -> nowhere
      pkg/a.py: pkg.stub -> pkg/stub.pyi .95
      pkg/a.py: a -> outside a
      pkg/a.py: lib -> src/lib/__init__.py .95
      pkg/a.py: space -> folder space
      pkg/a.py: space.one.m -> space/one/m.py .95
      pkg/a.py: space.two -> outside space two
      scripts/run.py: tool -> scripts/tool.py .95
      scripts/run.py: os.path -> outside os path
      `,
    );
  });

  test("a package in an unrelated folder is found if it is the only one of its name", () => {
    checkResolution(
      files(
        "one/api/app/__init__.py one/api/app/m.py left/twin/__init__.py right/twin/__init__.py libs/json/__init__.py libs/agent/__init__.py",
      ),
      `
      tests/t.py: app.m -> one/api/app/m.py .85
      tests/t.py: twin -> outside twin
      tests/t.py: json -> outside json
      tests/t.py: agent.core -> outside agent core
      `,
    );
  });
});
