/** Random edits as people make them: of bodies, names, exports, bases, imports, files, folders, configuration, whole branches. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { WorkingCopy } from "./corpus.js";
import { makeOddFile, ODD_KINDS } from "./odd-files.js";
import { grown, PLANTED } from "./planted.js";
import type { Random } from "./random.js";

type Edit = (copy: WorkingCopy, random: Random) => void;

const isPython = (path: string): boolean => path.endsWith(".py");
const isGo = (path: string): boolean => path.endsWith(".go");

/** Replaces one random match of `pattern` in a random file, if there is one. */
function replaceOne(pattern: RegExp, replacement: (match: string, random: Random) => string): Edit {
  return (copy, random) => {
    const path = random.pick(copy.paths());
    const text = copy.read(path);
    const matches = [...text.matchAll(pattern)];
    if (matches.length === 0) return;
    const match = random.pick(matches);
    const end = match.index + match[0].length;
    copy.write(path, text.slice(0, match.index) + replacement(match[0], random) + text.slice(end));
  };
}

const insertDeclaration: Edit = (copy, random) => {
  const path = random.pick(copy.paths());
  const lines = copy.read(path).split("\n");
  const name = `added${random.below(40)}`;
  const other = `added${random.below(40)}`;
  const script = [
    `export function ${name}(x: number) {\n  return ${other}(x) + 1;\n}`,
    `export class ${name} extends ${other} {\n  run() {\n    return this.run();\n  }\n}`,
  ];
  const python = [
    `def ${name}(x):\n    return ${other}(x)\n`,
    `class ${name}(${other}):\n    def run(self):\n        return self.run()\n`,
  ];
  const go = [
    `func ${name}(x int) int {\n\treturn ${other}(x) + 1\n}`,
    `type ${name} struct{ ${other} }\n\nfunc (it *${name}) Run() {\n\tit.Run()\n}`,
  ];
  const added = isPython(path) ? python : isGo(path) ? go : script;
  lines.splice(random.below(lines.length + 1), 0, random.pick(added));
  copy.write(path, lines.join("\n"));
};

/** Inserts a statement at the start of a block, an edit that no other file sees. */
const insertStatement: Edit = (copy, random) => {
  const path = random.pick(copy.paths());
  const text = copy.read(path);
  const opener = isPython(path) ? /^( *)(?:def|if|for|else|try|with)\b[^\n]*:\n/gm : /^( *)[^\n]*\) (?:=> )?\{\n/gm;
  const names = text.match(/\b[A-Za-z_]\w*(?:\.\w+)?(?=\()/g) ?? ["nothing"];
  const blocks = [...text.matchAll(opener)];
  if (blocks.length === 0) return;
  const block = random.pick(blocks);
  const at = block.index + block[0].length;
  const line = `${block[1]}${isPython(path) ? "    " : "  "}${random.pick(names)}(${random.below(1000)})\n`;
  copy.write(path, text.slice(0, at) + line + text.slice(at));
};

const insertComment: Edit = (copy, random) => {
  const path = random.pick(copy.paths());
  const lines = copy.read(path).split("\n");
  lines.splice(random.below(lines.length + 1), 0, isPython(path) ? "# a note" : "// a note");
  copy.write(path, lines.join("\n"));
};

const deleteLines: Edit = (copy, random) => {
  const path = random.pick(copy.paths());
  const lines = copy.read(path).split("\n");
  lines.splice(random.below(lines.length), 1 + random.below(12));
  copy.write(path, lines.join("\n"));
};

const renameIdentifier: Edit = (copy, random) => {
  const path = random.pick(copy.paths());
  const text = copy.read(path);
  const names = [...text.matchAll(/(?:function|class|const|interface|type|def|func)\s+(\w+)/g)].map(
    (match) => match[1] as string,
  );
  if (names.length === 0) return;
  const name = random.pick(names);
  copy.write(path, text.replaceAll(new RegExp(`\\b${name}\\b`, "g"), `${name}Renamed`));
};

const toggleExport: Edit = replaceOne(/^(?:export )?(?=(?:const|function|class|interface|type) )/gm, (match) =>
  match === "" ? "export " : "",
);

const changeBase: Edit = replaceOne(/(?:extends \w+|class \w+\(\w*\))/g, (match, random) => {
  const base = random.pick(["Base", "Other", "ZodType", "object", "Exception", "$ZodType"]);
  return match.startsWith("extends") ? `extends ${base}` : match.replace(/\(.*/, `(${base})`);
});

const changeImport: Edit = replaceOne(
  /(?<=from\s+["'])[^"']+(?=["'])|(?<=^from )[\w.]+(?= import)/gm,
  (match, random) => {
    return random.pick([
      match,
      "./index.js",
      "../core/util.js",
      "@zod/v4/core/index.js",
      "zod",
      "gyp.common",
      ".common",
      "missing",
    ]);
  },
);

const moveFile: Edit = (copy, random) => {
  const path = random.pick(copy.paths());
  const text = copy.read(path);
  const target = path.replace(/(\w+)(\.\w+)$/, (_, stem: string, extension: string) => {
    return random.below(2) === 0 ? `${stem}Moved${extension}` : `moved/${stem}${extension}`;
  });
  copy.remove(path);
  copy.write(target, text);
};

const newFile: Edit = (copy, random) => {
  const neighbour = random.pick(copy.paths());
  const folder = neighbour.slice(0, neighbour.lastIndexOf("/"));
  const stem = neighbour.slice(neighbour.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  if (isPython(neighbour)) {
    copy.write(
      `${folder}/${random.pick(["__init__", "extra", "missing"])}.py`,
      `from .${stem} import *\nfrom . import ${stem}\n\n\ndef use():\n    return ${stem}.main()\n`,
    );
  } else if (isGo(neighbour)) {
    const name = random.pick(["extra", "extra_test", "more"]);
    copy.write(`${folder}/${name}.go`, `package shapes\n\nfunc Use${stem}() {\n\tMake().Area()\n}\n`);
  } else {
    const name = random.pick(["index", "extra", "missing", "util"]);
    copy.write(
      `${folder}/${name}.ts`,
      `export * from "./${stem}.js";\nimport * as all from "./${stem}.js";\nexport const use = () => all.parse();\n`,
    );
  }
};

const deleteFile: Edit = (copy, random) => copy.remove(random.pick(copy.paths()));

const revertFile: Edit = (copy, random) => {
  const [path, text] = random.pick([...copy.originals]);
  copy.write(path, text);
};

const breakSyntax: Edit = (copy, random) => {
  const path = random.pick(copy.paths());
  const text = copy.read(path);
  const at = random.below(text.length + 1);
  copy.write(path, text.slice(0, at) + random.pick(["{", ")", "class", '"', "`", "\n    def (", "<"]) + text.slice(at));
};

const changeConfig: Edit = (copy, random) => {
  const paths = random.pick([
    '"@zod/*": ["packages/zod/src/*"]',
    '"@zod/*": ["packages/zod/src/v4/*"]',
    '"missing": ["packages/zod/src/index.ts"]',
    "",
  ]);
  const main = random.pick(["./src/index.ts", "./src/v4/index.ts", "./dist/index.js"]);
  if (random.below(2) === 0)
    copy.write("tsconfig.json", `{ "compilerOptions": { "baseUrl": ".", "paths": { ${paths} } } }\n`);
  else copy.write("packages/zod/package.json", `{ "name": "${random.pick(["zod", "other"])}", "main": "${main}" }\n`);
};

/** Adds, changes or removes a control file, which changes what is indexed or how imports resolve. */
const changeControlFile: Edit = (copy, random) => {
  const [path, ...texts] = random.pick(CONTROL_FILES);
  const text = random.pick(["", ...texts]);
  if (text === "") copy.remove(path);
  else copy.write(path, text);
};

const CONTROL_FILES: readonly (readonly [string, ...string[]])[] = [
  [".gitignore", "moved/\n*Moved.*\n", "extra.*\n!packages/\n", "/gyp/pylib/gyp/*.py\n", "odd*\n", "*.ts\n!*.ts\n"],
  ["packages/zod/.gitignore", "src/v3/tests/\n", "util.ts\n", "/src/v4/**/index.ts\n"],
  ["packages/zod/tsconfig.json", '{ "extends": "../../tsconfig.json" }\n', "{ broken\n", '{ "compilerOptions": {} }\n'],
  ["tsconfig.json", '{ "compilerOptions": { "baseUrl": "packages" } }\n'],
  ["package.json", '{ "name": "root", "workspaces": ["packages/*"] }\n', '{ "name": "zod" }\n', "null\n"],
  ["packages/zod/package.json", '{ "name": "zod", "exports": { ".": "./src/index.ts", "./*": "./src/*/index.ts" } }\n'],
  ["planted/config.json", '{ "port": 1, "server": { "host": "" } }\n', '{\n  "port": 2\n}\n', "{ broken"],
  ["planted/settings.json", '{ "port": 1 }\n', '{ "server": {\n "host": 2 } }\n'],
  ["gyp/pylib/pyproject.toml", '[project]\nname = "gyp"\n'],
];

/** Adds, changes, moves into the manifest and back, or removes the repository's own configuration. */
export const changeOwnConfig: Edit = (copy, random) => {
  const config = random.pick(OWN_CONFIGS);
  const place = random.below(4);
  if (place === 0) copy.remove("sdl.config.json");
  else if (place === 1)
    copy.write("package.json", `{ "name": "root", "workspaces": ["packages/*"], "sdl": ${config} }\n`);
  else copy.write("sdl.config.json", config);
  if (place === 1 && random.below(2) === 0) copy.remove("sdl.config.json");
};

const OWN_CONFIGS = [
  '{ "tests": ["/packages/zod/src/v3/", "*Moved.*"], "generated": ["gyp/pylib/"] }\n',
  '{ "tests": ["planted/"], "entryPoints": ["/packages/zod/src/v4/**/index.ts", "gyp/"] }\n',
  '{ "ignore": ["moved/", "util.ts"], "entryPoints": ["planted/"] }\n',
  '{ "languages": ["typescript", "javascript"] }\n',
  '{ "maxFileBytes": 20000, "generated": ["*.js"] }\n',
  '{ "ignore": ["extra.*" "odd*"], "tests": ["odd*"',
  "{}\n",
];

/** Puts a file that is skipped by its stat or bytes, a source in its place, or nothing. */
const changeOddFile: Edit = (copy, random) => {
  const [folder, extension] = random.pick([
    ["packages/zod/src", "ts"],
    ["packages/zod/src/v4/core", "ts"],
    ["gyp/pylib/gyp", "py"],
  ] as const);
  const path = join(copy.root, folder, `odd${random.below(3)}.${extension}`);
  mkdirSync(dirname(path), { recursive: true });
  makeOddFile(path, random.below(ODD_KINDS + 2));
};

const changePlanted: Edit = (copy, random) => {
  const path = random.pick(Object.keys(PLANTED));
  copy.write(path, grown(PLANTED[path] ?? "", random));
};

/** Switches to another branch: many files at once, some restored, some removed, some edited. */
const flipBranch: Edit = (copy, random) => {
  for (const path of random.shuffle([...copy.originals.keys()]).slice(0, 30)) {
    const original = copy.originals.get(path) ?? "";
    const what = random.below(4);
    if (what === 0) copy.remove(path);
    else copy.write(path, what === 1 ? `${original}\n` : original);
  }
};

/** Edits with their weights. */
const EDITS: readonly (readonly [number, string, Edit])[] = [
  [6, "insert declaration", insertDeclaration],
  [8, "insert statement", insertStatement],
  [2, "insert comment", insertComment],
  [4, "delete lines", deleteLines],
  [4, "rename identifier", renameIdentifier],
  [4, "toggle export", toggleExport],
  [3, "change base", changeBase],
  [3, "change import", changeImport],
  [2, "move file", moveFile],
  [3, "new file", newFile],
  [2, "delete file", deleteFile],
  [5, "revert file", revertFile],
  [4, "break syntax", breakSyntax],
  [2, "change configuration", changeConfig],
  [2, "change control file", changeControlFile],
  [3, "change odd file", changeOddFile],
  [12, "change planted file", changePlanted],
  [2, "flip branch", flipBranch],
];

/** Names of all edits. */
export const EDIT_NAMES = EDITS.map(([, name]) => name);

/** Makes one random edit. @returns its name */
export function randomEdit(copy: WorkingCopy, random: Random): string {
  const total = EDITS.reduce((sum, [weight]) => sum + weight, 0);
  let at = random.below(total);
  for (const [weight, name, edit] of EDITS) {
    at -= weight;
    if (at >= 0) continue;
    edit(copy, random);
    return name;
  }
  return "nothing";
}
