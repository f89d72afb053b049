/** Example files of clients' users, in each client's format. */
import type { Client, Scope } from "../../src/clients/client.js";
import { jsonEditor } from "../../src/edit/json-editor.js";
import { tomlEditor } from "../../src/edit/toml-editor.js";
import { serverFormat } from "../../src/setup/target.js";

export interface ExampleFile {
  readonly title: string;
  readonly text: string;
}

/** Each contains another server, other settings under the client's own key, or nothing. */
export function exampleFiles(client: Client, scope: Scope): ExampleFile[] {
  const { editor, container, isList } = serverFormat(client, scope);
  const key = container[0] ?? "";
  const texts =
    editor === jsonEditor ? jsonTexts(key) : editor === tomlEditor ? tomlTexts(key) : yamlTexts(key, isList === true);
  const [, first] = texts[0] ?? ["", ""];
  return [
    ...texts.map(([title, text]) => ({ title, text })),
    { title: "CRLF", text: first.replaceAll("\n", "\r\n") },
    { title: "a byte order mark", text: `\uFEFF${first}` },
    { title: "no final line end", text: first.trimEnd() },
    { title: "an empty file", text: "" },
    { title: "an empty line", text: "\n" },
  ];
}

function jsonTexts(key: string): [string, string][] {
  return [
    [
      "comments, trailing commas, another server",
      `// mine
{
    "theme": "dark", /* a, b */
    "${key}": {
        // works
        "other": { "command": "x", "args": ["}", "//"], }, // last
    },
    "last": [1, 2,],
}
`,
    ],
    ["one line", `{"a":1,"${key}":{"other":{"command":"x"}}}`],
    ["tabs and no servers", '{\n\t"a": {\n\t\t"b": null\n\t}\n}\n'],
    ["an empty object of servers", `{\n  "${key}": {}\n}\n`],
    ["an empty object", "{}\n"],
    ["comments alone", "// nothing yet\n"],
  ];
}

function tomlTexts(key: string): [string, string][] {
  return [
    [
      "comments, another server, sections behind it",
      `# mine
model = "x" # [not.a.table]
text = """
[${key}.sdl]
"""

[${key}.other] # works
command = "x"
args = [
  "]", # one
  "#",
]

# about the profile
[profiles."a.b"]
model = 'y'
`,
    ],
    ["a table of servers", `[${key}]\n\n[${key}.other]\ncommand = "x"\n`],
    ["no servers", "a = 1\n\n\n"],
    ["comments alone", "# nothing yet\n"],
  ];
}

function yamlTexts(key: string, isList: boolean): [string, string][] {
  const other = isList
    ? "  # works\n  - name: other # one\n    command: x\n    args: [a, '#']\n"
    : "  # works\n  other: # one\n    type: stdio\n    cmd: x\n    text: |\n      sdl:\n        # none\n";
  return [
    [
      "comments, another server, keys behind it",
      `# mine\n\na: 1 # one\n${key}:\n${other}\n# about the last\nlast: [1, 2]\n`,
    ],
    ["servers last", `${key}:\n${other}`],
    ["servers in one line", isList ? `${key}: [{name: other, command: x}]\n` : `${key}: {other: {cmd: x}}\n`],
    ["a key close behind the servers", `${key}:\n${other}last: 1\n`],
    ["no servers", "a:\n  - b\n"],
    ["an empty collection of servers", `${key}: ${isList ? "[]" : "{}"} # none\na: 1\n`],
    ["a key without servers", `${key}:\na: 1\n`],
    ["comments alone", "# nothing yet\n"],
  ];
}

/** Broken files, each with the expected error message. */
export function brokenFiles(client: Client, scope: Scope): { readonly text: string; readonly says: RegExp }[] {
  const { editor, container } = serverFormat(client, scope);
  const key = container[0] ?? "";
  if (editor === jsonEditor) {
    return [
      { text: '{\n  "a": 1\n  "b": 2\n}\n', says: /^line 3 is not valid JSON/ },
      { text: `{\n  "${key}": 1\n}\n`, says: /is not an object \(line 2\)/ },
      { text: '{\n  "a": 1,\n  "a": 2\n}\n', says: /"a" is duplicated in lines 2 and 3/ },
      { text: "[]\n", says: /the file is not an object/ },
    ];
  }
  if (editor === tomlEditor) {
    return [
      { text: "a = 1\nb = \n", says: /^line 2 is not valid TOML/ },
      { text: `${key} = { other = { command = "x" } }\n`, says: /add it by hand/ },
    ];
  }
  return [
    { text: "a: 1\nb: [1\n", says: /^line \d is not valid YAML/ },
    { text: `a: 1\n${key}: text\n`, says: /is not a (?:mapping|list) \(line 2\)/ },
    { text: "a: 1\n---\nb: 2\n", says: /several YAML documents/ },
  ];
}
