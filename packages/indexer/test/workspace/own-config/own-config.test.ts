/** Configuration keys: allowed values, and the findings for invalid ones. A mistake affects only itself. */
import { FileMark } from "@sdl/model/paths";
import { expect, test } from "vitest";
import { MAX_CONFIG_FILE_BYTES, MAX_GLOB_LENGTH, MAX_GLOBS } from "../../../src/workspace/own-config/config-keys.js";
import {
  configFindingText,
  makeFileMarker,
  type OwnConfig,
  readOwnConfig,
} from "../../../src/workspace/own-config/index.js";

function fromFile(text: string, manifest?: string): OwnConfig {
  return readOwnConfig({ file: text, manifest });
}

/** Findings without advice, where the advice does not matter. */
function faults({ findings }: OwnConfig): string[] {
  return findings.map((finding) => configFindingText(finding));
}

const WHOLE = `{
  // what is read
  "languages": ["typescript", "tsx"],
  "ignore": ["vendor/", "/gen/*.ts",],
  "maxFileBytes": 5000,
  "tests": ["checks/"],
  "generated": ["*.gen.ts"],
  "entryPoints": ["src/api.ts"],
  "$schema": "./node_modules/@sdl/cli/sdl.config.schema.json", /* for editors */
}`;

test("every key is read, with comments and trailing commas", () => {
  const config = fromFile(WHOLE);
  expect(faults(config)).toEqual([]);
  expect(config).toMatchObject({ source: "sdl.config.json", maxFileBytes: 5000 });
  expect([...(config.languages ?? [])]).toEqual(["typescript", "tsx"]);
  expect(config.ignore.findFor("vendor/deep/a.ts")).toEqual({ source: "sdl.config.json", line: 4, text: "vendor/" });
  expect(config.ignore.findFor("gen/a.ts")).toMatchObject({ line: 4, text: "/gen/*.ts" });
  expect(config.ignore.findFor("src/gen/a.ts")).toBeUndefined();
  expect(config.tests.findFor("packages/a/checks/a.ts")).toMatchObject({ line: 6 });
  expect(config.generated.findFor("a.gen.ts")).toMatchObject({ line: 7 });
  expect(config.entryPoints.findFor("src/api.ts")).toMatchObject({ line: 8 });
});

test("the key of package.json is read if there is no configuration file", () => {
  const manifest = '{\n  "name": "x",\n  "sdl": {\n    "ignore": ["vendor/", "../x"]\n  }\n}\n';
  const config = readOwnConfig({ file: undefined, manifest });
  expect(config.source).toBe("package.json");
  expect(config.ignore.findFor("vendor/a.ts")).toEqual({ source: "package.json", line: 4, text: "vendor/" });
  expect(faults(config)).toEqual([
    'package.json, line 4: sdl.ignore[1] "../x" leaves a folder by ..; write the path from the repository\'s root',
  ]);
});

test("the file replaces the key as a whole, with a finding", () => {
  const config = fromFile('{ "tests": ["a/"] }', '{ "sdl": { "ignore": ["b/"] } }');
  expect(config.ignore.isEmpty).toBe(true);
  expect(config.tests.isEmpty).toBe(false);
  expect(faults(config)).toEqual(["package.json: sdl is ignored: sdl.config.json exists; keep one of the two"]);
});

test.each(["{}", '{ "name": "sdl" }', '{ "dependencies": { "sdl": "1" } }', "[]", "null", "{ broken", '["sdl"]', ""])(
  "a manifest without the key is no configuration: %s",
  (manifest) => {
    expect(readOwnConfig({ file: undefined, manifest })).toMatchObject({ source: undefined, findings: [] });
  },
);

/** Texts with the finding they cause. */
const FAULTS: readonly (readonly [string, ...string[]])[] = [
  ["[]", "sdl.config.json, line 1 is a list, not an object"],
  ["\n7", "sdl.config.json, line 2 is a number, not an object"],
  ["null", "sdl.config.json, line 1 is null, not an object"],
  ['{\r\n"ignroe": []}', 'line 2: ignroe is no key; did you mean "ignore"? The keys are languages, ignore,'],
  ['{"exclude": []}', 'exclude is no key; did you mean "ignore"?'],
  ['{"max_file_size": 1}', 'max_file_size is no key; did you mean "maxFileBytes"?'],
  ['{"entry-points": []}', 'entry-points is no key; did you mean "entryPoints"?'],
  ['{"somethingElse": []}', "somethingElse is no key; the keys are languages"],
  ['{"__proto__": {"ignore": ["a"]}}', "__proto__ is no key"],
  ['{"constructor": 1}', "constructor is no key"],
  ['{"ignore": ["a/"],\n"ignore": ["b/"]}', "line 1: ignore appears twice; the last one counts; keep one"],
  ['{"languages": "python"}', 'languages is "python", not a list; write a list, such as ["typescript", "python"]'],
  ['{"languages": []}', "languages names no language; it is ignored"],
  [
    '{"languages": ["ruby"]}',
    'languages[0] is "ruby", no language that is indexed; write one of typescript',
    "languages names no language",
  ],
  ['{"languages": ["pyton", "tsx"]}', 'languages[0] is "pyton", no language that is indexed; did you mean "python"?'],
  ['{"languages": [{}, "tsx"]}', "languages[0] is an object, no language that is indexed"],
  ['{"maxFileBytes": "500 kB"}', 'maxFileBytes is "500 kB", not a whole number from 1 to 1000000000'],
  ['{"maxFileBytes": 0}', "maxFileBytes is 0, not a whole number"],
  ['{"maxFileBytes": -5}', "maxFileBytes is -5, not a whole number"],
  ['{"maxFileBytes": 1.5}', "maxFileBytes is 1.5, not a whole number"],
  ['{"maxFileBytes": 1e300}', "maxFileBytes is 1e+300, not a whole number"],
  ['{"maxFileBytes": null}', "maxFileBytes is null, not a whole number"],
  ['{"ignore": {"a": 1}}', 'ignore is an object, not a list; write a list, such as ["vendor/"]'],
  ['{"tests": "checks/"}', 'tests is "checks/", not a list'],
  ['{"generated": true}', "generated is true, not a list"],
  ['{"entryPoints": [["a"]]}', "entryPoints[0] a list is no text"],
  ['{"ignore": [7]}', "ignore[0] 7 is no text"],
  ['{"ignore": ["", "  ", "/", "//"]}', ...Array.from({ length: 4 }, (_, i) => `ignore[${i}] `)],
  ['{"ignore": ["!dist/"]}', "re-includes files; a repository's configuration can only exclude"],
  ['{"tests": ["#x"]}', "is a comment in .gitignore syntax; write \\\\# for a name"],
  ['{"ignore": ["C:\\\\x", "c:/x", "\\\\\\\\host\\\\x", "~/x"]}', ..."abcd".split("").map(() => "is outside of")],
  ['{"ignore": ["..", "../x", "a/../b", "a/.."]}', ..."abcd".split("").map(() => "leaves a folder by ..")],
  ['{"ignore": ["./src", "a/./b"]}', ..."ab".split("").map(() => "has a part that is a dot, which matches nothing")],
  ['{"ignore": ["a//b"]}', "has two / in a row"],
  ['{"ignore": ["src\\\\gen"]}', "uses \\ between folders; write /"],
  [
    '{"ignore": ["a\\nb", "a\\u0000b", "a\\rb"]}',
    ..."abc".split("").map(() => "holds a line break or another control"),
  ],
  ['{"ignore": ["[ab", "[[:nope:]]x", "a\\\\"]}', ..."abc".split("").map(() => "is no glob")],
  [`{"ignore": ["${"x".repeat(MAX_GLOB_LENGTH + 1)}"]}`, "… is longer than 200 characters"],
  ['{"ignore": ["a/"', "is no JSON here", "is no JSON here"],
  ['{"ignore" ["a/"]}', "is no JSON here: colon expected; fix the JSON", "ignore has no value"],
  ['{"ignore":}', "is no JSON here: value expected", "ignore has no value"],
  ["", "is no JSON here"],
  [`{"ignore": ${"[".repeat(70)}`, "is nested more than 64 levels deep"],
];

test.each(FAULTS)("%s", (text, ...expected) => {
  const told = faults(fromFile(text));
  expect(told.length).toBe(expected.length);
  for (const [at, part] of expected.entries()) expect(told[at]).toContain(part);
});

test("a mistake affects only itself", () => {
  const config = fromFile(
    '{ "ignroe": ["x"], "ignore": ["!a", "keep/", 5], "languages": 1, "maxFileBytes": 9, "tests": ["a" "b"] }',
  );
  expect(config.ignore.findFor("keep/a.ts")).toBeDefined();
  expect(config.maxFileBytes).toBe(9);
  expect(config.languages).toBeUndefined();
  expect([config.tests.findFor("a"), config.tests.findFor("b")].map((rule) => rule?.text)).toEqual(["a", "b"]);
  expect(config.findings.map(({ key }) => key)).toEqual([undefined, "ignroe", "ignore[0]", "ignore[2]", "languages"]);
});

test("lists are limited, and the excess is reported once", () => {
  const globs = Array.from({ length: MAX_GLOBS + 50 }, (_, i) => `f${i}.ts`);
  const config = fromFile(JSON.stringify({ tests: globs }));
  expect(config.tests.findFor(`f${MAX_GLOBS - 1}.ts`)).toBeDefined();
  expect(config.tests.findFor(`f${MAX_GLOBS}.ts`)).toBeUndefined();
  expect(faults(config)).toEqual([
    "sdl.config.json, line 1: tests[100] and the rest are ignored: a list has at most 100 entries; name folders instead of files",
  ]);
});

test("of many mistakes only the first ones are reported", () => {
  const config = fromFile(`{ ${Array.from({ length: 500 }, (_, i) => `"k${i}": 1`).join(", ")}, "maxFileBytes": 7 }`);
  expect(config.findings.length).toBe(20);
  expect(config.maxFileBytes).toBe(7);
});

test("a file that is too large is not read", () => {
  const config = fromFile(`{ "maxFileBytes": 7 } //${" ".repeat(MAX_CONFIG_FILE_BYTES)}`);
  expect(config.maxFileBytes).toBeUndefined();
  expect(faults(config)).toEqual([
    "sdl.config.json is larger than 65536 bytes: it is ignored; name folders instead of files",
  ]);
  const manifest = `{ "sdl": { "maxFileBytes": 7, "x": "${"x".repeat(MAX_CONFIG_FILE_BYTES)}" } }`;
  expect(readOwnConfig({ file: undefined, manifest }).maxFileBytes).toBeUndefined();
});

test("a byte order mark and Windows line ends are allowed", () => {
  const config = fromFile('\ufeff{\r\n  "tests": [\r\n    "a/",\r\n    "!b"\r\n  ]\r\n}\r\n');
  expect(config.tests.findFor("a/x.ts")).toMatchObject({ line: 3 });
  expect(config.findings).toMatchObject([{ line: 4, key: "tests[1]" }]);
});

test("marks depend on the texts; without globs there is no marker", () => {
  const marker = makeFileMarker((path) => (path === "sdl.config.json" ? WHOLE : undefined));
  const paths = ["checks/a.ts", "a.gen.ts", "src/api.ts", "checks/x.gen.ts", "src/a.ts"];
  expect(paths.map((path) => marker?.(path))).toEqual([
    FileMark.Test,
    FileMark.Generated,
    FileMark.EntryPoint,
    FileMark.Test | FileMark.Generated,
    0,
  ]);
  expect(makeFileMarker(() => undefined)).toBeUndefined();
  expect(
    makeFileMarker((path) => (path === "package.json" ? '{ "sdl": { "ignore": ["a"] } }' : undefined)),
  ).toBeUndefined();
});

test("hostile texts are parsed quickly", () => {
  const stars = `${"*a".repeat(99)}b`;
  const text = JSON.stringify({ ignore: Array.from({ length: MAX_GLOBS }, (_, i) => `**/${stars.slice(0, 190)}${i}`) });
  const config = fromFile(text);
  expect(config.findings).toEqual([]);
  const path = Array.from({ length: 20 }, () => "a".repeat(50)).join("/");
  for (let i = 0; i < 200; i++) expect(config.ignore.findFor(`${path}/${i}.ts`)).toBeUndefined();
  expect(fromFile("[".repeat(60_000)).findings.length).toBe(1);
  expect(fromFile(`{${'"a":{'.repeat(10_000)}`).findings.length).toBe(1);
  expect(fromFile(`{${'"a":1,'.repeat(10_000)}}`).findings.length).toBe(20);
}, 60_000);
