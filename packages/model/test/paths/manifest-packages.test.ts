/** Packages of manifests: which a repository provides, and on which it depends. */
import { expect, test } from "vitest";
import { packageKeys, packageMentions } from "../../src/paths/index.js";

function check(files: Readonly<Record<string, string>>): string {
  const configs = Object.entries(files).map(([path, text]) => ({ path, text }));
  return packageMentions(configs)
    .map(({ key, name, isProvided, path }) => `${isProvided ? "provides" : "uses"} ${key} as ${name} in ${path}`)
    .join("\n");
}

test("package.json: a workspace's own packages are not used by it, nor are those of tests", () => {
  const json = (value: object) => JSON.stringify(value);
  expect(
    check({
      "packages/cart/package.json": json({ name: "@acme/cart", peerDependencies: { react: "*" } }),
      "package.json": json({
        name: "shop",
        dependencies: { "@acme/cart": "workspace:*", Zod: "4" },
        devDependencies: {},
      }),
      "packages/web/package.json": json({ name: "web", dependencies: { react: "19" }, optionalDependencies: null }),
      "test/fixtures/app/package.json": json({ name: "fixture", dependencies: { tape: "1" } }),
      "broken/package.json": '{ "name": "half',
      "odd/package.json": json({ name: "two words", dependencies: "none" }),
    }),
  ).toMatchInlineSnapshot(`
    "provides npm:@acme/cart as @acme/cart in packages/cart/package.json
    provides npm:shop as shop in package.json
    provides npm:web as web in packages/web/package.json
    uses npm:react as react in packages/cart/package.json
    uses npm:zod as Zod in package.json"
  `);
});

test("Python: names as they are written, requirements by their names", () => {
  expect(
    check({
      "pyproject.toml": `
[project]
name = "Acme_Cart"
dependencies = [
  "requests[socks] >= 2", # the only one
  'ruamel.yaml; python_version < "3.12"',
]
[project.optional-dependencies]
dev = ["pytest"]
[dependency-groups]
docs = ["mkdocs", { include-group = "dev" }]
[tool.other]
name = "other"
dependencies = ["no"]
`,
      "old/pyproject.toml": `
[tool.poetry]
name = "old-cart"
[tool.poetry.dependencies]
python = "^3.9"
"Flask" = "*"
acme-cart = { path = ".." }
[tool.poetry.group.dev.dependencies]
black = "*"
`,
      "legacy/setup.cfg": `
[metadata]
name = legacy
[options]
packages = find:
install_requires =
    attrs>=20
    # a remark
    six
python_requires = >=3.8
`,
      "older/setup.py": 'import x\nname = "no"\nsetup(\n    name="older",\n)\n',
    }),
  ).toMatchInlineSnapshot(`
    "provides pypi:acme-cart as Acme_Cart in pyproject.toml
    provides pypi:legacy as legacy in legacy/setup.cfg
    provides pypi:old-cart as old-cart in old/pyproject.toml
    provides pypi:older as older in older/setup.py
    uses pypi:attrs as attrs in legacy/setup.cfg
    uses pypi:black as black in old/pyproject.toml
    uses pypi:flask as Flask in old/pyproject.toml
    uses pypi:mkdocs as mkdocs in pyproject.toml
    uses pypi:pytest as pytest in pyproject.toml
    uses pypi:requests as requests in pyproject.toml
    uses pypi:ruamel-yaml as ruamel.yaml in pyproject.toml
    uses pypi:six as six in legacy/setup.cfg"
  `);
});

test("go.mod: requirements that are not indirect", () => {
  expect(
    check({
      "go.mod": `module example.org/Shop

go 1.22

require example.org/cart/v2 v2.1.0
require (
	golang.org/x/tools v0.5.0
	golang.org/x/sys v0.4.0 // indirect
)
exclude (
	example.org/bad v1.0.0
)
replace example.org/cart/v2 => ../cart
`,
    }),
  ).toMatchInlineSnapshot(`
    "provides go:example.org/shop as example.org/Shop in go.mod
    uses go:example.org/cart/v2 as example.org/cart/v2 in go.mod
    uses go:golang.org/x/tools as golang.org/x/tools in go.mod"
  `);
});

test("a text means the package of its name, or the one around the module that it imports", () => {
  expect(packageKeys(" @acme/Cart ")).toEqual(
    expect.arrayContaining(["npm:@acme/cart", "pypi:@acme/cart", "go:@acme/cart"]),
  );
  expect(packageKeys("ruamel_yaml")).toEqual(["npm:ruamel_yaml", "pypi:ruamel-yaml", "go:ruamel_yaml"]);
  expect(packageKeys("example.org/cart/v2/money")).toContain("go:example.org/cart/v2");
  expect(packageKeys("expired bearer token")).toEqual([]);
  expect(packageKeys("/")).toEqual([]);
});
