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

/** Files that never change. */
export const FIXED: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "drawn", "type": "module" }\n',
  "tsconfig.json": '{ "compilerOptions": { "baseUrl": ".", "paths": { "~/*": ["src/*"] } } }\n',
};

export function drawSource(random: Random, path: string): string {
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
  const specifier = random.below(3) === 0 ? `~/${target}` : `${depth === 0 ? "./" : "../".repeat(depth)}${target}`;
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
