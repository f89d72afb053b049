/** Outlines of configuration files: keys with their lines, never values. */
import { expect, test } from "vitest";
import { configOutline, keptConfigText } from "../../src/settings/index.js";

function keysOf(path: string, text: string): string {
  const kept = keptConfigText(path, text);
  return [...configOutline(path, kept)].map(([key, line]) => `${key}:${line}`).join(" ");
}

test("JSON has nested keys, and none in lists; comments and trailing commas are allowed", () => {
  const text = `{
  // "no": 1
  "port": 80, "list": [{ "inner": 1 }],
  /* two
     lines */
  "server": { "host": "a:b{", "tls": { "key": "s3cr3t", }, },
}`;
  expect(keysOf("config.json", text)).toBe("port:3 list:3 server:6 server.host:6 server.tls:6 server.tls.key:6");
});

test("truncated JSON keeps the keys before its end", () => {
  expect(keysOf("config.json", '{ "a": { "b": 1')).toBe("a:1 a.b:1");
});

test("YAML has keys by indentation, and none in lists and block scalars", () => {
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

test("TOML and INI have sections and dotted keys, and none in repeated tables and long strings", () => {
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

test("values of the program's settings are not stored; files that steer linking are stored whole", () => {
  expect(keptConfigText("app/config.json", '{ "token": "s3cr3t" }')).toBe("token\t1\n");
  expect(keptConfigText("package.json", '{ "name": "x" }')).toBe('{ "name": "x" }');
  expect(keysOf("package.json", '{ "name": "x" }')).toBe("name:1");
});

test("keys may have names of Object.prototype", () => {
  expect(keysOf("config.json", '{ "constructor": 1, "__proto__": 2 }')).toBe("constructor:1 __proto__:1");
});
