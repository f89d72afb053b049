/** Random small sources that refer to each other, without syntax errors: a change of one changes the links of others. */
import type { Random } from "../equivalence/random.js";

export const PATHS: readonly string[] = [
  ...["a", "b", "c", "d", "e"].map((name) => `src/${name}.ts`),
  ...["f", "g", "h"].map((name) => `src/deep/${name}.ts`),
  "src/view.tsx",
  "src/plain.js",
  ...["m", "n", "o", "p"].map((name) => `py/${name}.py`),
  "py/pack/__init__.py",
  "py/pack/q.py",
];
const NAMES = ["load", "save", "run", "parse", "render", "merge", "close", "check"];
const TYPES = ["Store", "Cache", "Reader"];

/** Texts of configuration files; the first one of each is there at the beginning. Imports of a drawn source depend on all of them. */
const CONFIGS: Readonly<Record<string, readonly string[]>> = {
  "package.json": [
    '{ "name": "drawn", "type": "module" }\n',
    '{ "name": "drawn", "imports": { "#own/*": "./src/*.ts" } }\n',
    '{ "name": "drawn", "imports": { "#own/*": "./src/deep/*.ts" } }\n',
    '{ "name": "dra',
  ],
  "tsconfig.json": [
    '{ "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["src/*"] } } }\n',
    '{ "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["src/deep/*", "src/*"] } } }\n',
    '{ "compilerOptions": {} }\n',
    "{ // nothing yet",
  ],
  "pyproject.toml": [
    '[project]\nname = "drawn"\n',
    '[project]\nname = "drawn"\n[tool.setuptools.packages.find]\nwhere = ["py"]\n',
    '[tool.pytest.ini_options]\npythonpath = ["py"]\n',
    "[project",
  ],
  "config/settings.json": [
    '{ "port": 1, "paths": { "root": "/" } }\n',
    '{ "port": 1 }\n',
    '{ "host": "a", "port": 2 }\n',
    "",
  ],
};
/** Paths of the configuration files. */
export const CONFIG_PATHS: readonly string[] = Object.keys(CONFIGS);

/** The configuration files at the beginning. */
export const FIRST_CONFIGS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(CONFIGS).map(([path, [first = ""]]) => [path, first]),
);

export function drawSource(random: Random, path: string): string {
  const configs = CONFIGS[path];
  if (configs !== undefined) return random.pick(configs);
  const kind = random.below(20);
  if (kind === 0) return "";
  if (kind === 1) return path.endsWith(".py") ? "# nothing yet" : "// nothing yet";
  const text = path.endsWith(".py") ? python(random) : script(random, path);
  return kind === 2 ? text.replaceAll("\n", "\r\n") : text;
}

/**
 * Changes a call in one body, which leaves the file's exports unchanged. @returns the text itself if no body has a call
 */
export function editBody(random: Random, text: string): string {
  const lines = text.split("\n");
  const calls = lines.flatMap((line, at) => (/^ +\w+\(value\)/.test(line) ? [at] : []));
  if (calls.length === 0) return text;
  const at = random.pick(calls);
  lines[at] = (lines[at] ?? "").replace(/\w+/, random.pick(NAMES));
  return lines.join("\n");
}

function some<T>(random: Random, items: readonly T[], most: number): T[] {
  return random.shuffle(items).slice(0, 1 + random.below(most));
}

function script(random: Random, path: string): string {
  const isTyped = /\.tsx?$/.test(path);
  const modules = PATHS.filter((other) => !other.endsWith(".py") && other !== path);
  const imports = some(random, modules, 3).map((other) => scriptImport(random, path, other));
  const functions = some(random, NAMES, 4).map((name) => {
    const calls = some(random, NAMES, 3).map((called) => `  ${called}(value);`);
    const parameter = isTyped ? "value: number" : "value";
    return `/** Will ${name}. */\nexport function ${name}(${parameter}) {\n${calls.join("\n")}\n}`;
  });
  const classes = some(random, TYPES, 2).map((name, i) => {
    const base = i > 0 ? ` extends ${random.pick(TYPES.filter((other) => other !== name))}` : "";
    return `export class ${name}${base} {\n  ${random.pick(NAMES)}Now() {\n    return ${random.pick(NAMES)}(1);\n  }\n}`;
  });
  return `${[...imports, ...random.shuffle([...functions, ...classes])].join("\n\n")}\n`;
}

function scriptImport(random: Random, from: string, to: string): string {
  const depth = from.split("/").length - 2;
  const target = to.replace(/^src\//, "").replace(/\.\w+$/, "");
  const aliases = [`~/${target}`, `#own/${target}`];
  const specifier =
    random.below(3) === 0 ? random.pick(aliases) : `${depth === 0 ? "./" : "../".repeat(depth)}${target}`;
  const names = some(random, [...NAMES, ...TYPES], 3).join(", ");
  const kind = random.below(4);
  if (kind === 0) return `export * from "${specifier}";`;
  if (kind === 1) return `import * as ${random.pick(NAMES)}All from "${specifier}";`;
  return `import { ${names} } from "${specifier}";`;
}

function python(random: Random): string {
  const modules = ["m", "n", "o", "p", "pack", "pack.q"];
  const imports = some(random, modules, 3).map((module) =>
    random.below(3) === 0
      ? `import ${module}`
      : `from ${module} import ${some(random, [...NAMES, ...TYPES], 3).join(", ")}`,
  );
  const functions = some(random, NAMES, 4).map((name) => {
    const calls = some(random, NAMES, 3).map((called) => `    ${called}(value)`);
    return `\n\ndef ${name}(value):\n    """Will ${name}."""\n${calls.join("\n")}`;
  });
  const classes = some(random, TYPES, 2).map((name) => {
    const base = random.below(2) === 0 ? `(${random.pick(TYPES.filter((other) => other !== name))})` : "";
    return `\n\nclass ${name}${base}:\n    def ${random.pick(NAMES)}_now(self):\n        return ${random.pick(NAMES)}(1)`;
  });
  return `${imports.join("\n")}${random.shuffle([...functions, ...classes]).join("")}\n`;
}
