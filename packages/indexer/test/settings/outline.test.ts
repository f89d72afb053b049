/** Keys of configuration files, with their lines; values never. */
import { expect, test } from "vitest";
import { configOutline, keptConfigText } from "../../src/settings/index.js";

function keysOf(path: string, text: string): string {
  const kept = keptConfigText(path, text);
  return [...configOutline(path, kept)].map(([key, line]) => `${key}:${line}`).join(" ");
}

test("JSON: nested keys; none in lists; comments and trailing commas do no harm", () => {
  const text = `{
  // "no": 1
  "port": 80, "list": [{ "inner": 1 }],
  /* two
     lines */
  "server": { "host": "a:b{", "tls": { "key": "s3cr3t", }, },
}`;
  expect(keysOf("config.json", text)).toBe("port:3 list:3 server:6 server.host:6 server.tls:6 server.tls.key:6");
});

test("JSON that breaks off keeps what was read", () => {
  expect(keysOf("config.json", '{ "a": { "b": 1')).toBe("a:1 a.b:1");
});

test("YAML: by indentation; lists and block texts hold no keys", () => {
  const text = `db:
  url: postgres
  "pool size": 3
  text: |
    not: a key
hosts:
  - name: x
'quoted': 1
`;
  expect(keysOf("settings.yaml", text)).toBe("db:1 db.url:2 db.text:4 hosts:6 quoted:8");
});

test("TOML and INI: sections and dotted keys; tables that repeat and long texts hold none", () => {
  const text = `name = "x"
[db.main]
url = "u"
long = """
fake = 1
"""
[[item]]
id = 1
[other]
a.b = 2
`;
  expect(keysOf("settings.toml", text)).toBe("name:1 db.main:2 db.main.url:3 db.main.long:4 other:9 other.a.b:10");
});

test("of a program's own settings no value is kept; what steers linking is kept as it is", () => {
  expect(keptConfigText("app/config.json", '{ "token": "s3cr3t" }')).toBe("token\t1\n");
  expect(keptConfigText("package.json", '{ "name": "x" }')).toBe('{ "name": "x" }');
  expect(keysOf("package.json", '{ "name": "x" }')).toBe("name:1");
});

test("names that every object has are keys like others", () => {
  expect(keysOf("config.json", '{ "constructor": 1, "__proto__": 2 }')).toBe("constructor:1 __proto__:1");
});
