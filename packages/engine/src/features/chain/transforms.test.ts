/** Tests of transforms: arguments and the expected result or error message. */
import { expect, test } from "vitest";
import { applyTransform, type TransformName } from "./transforms.js";

const LIST = [
  { name: "b", line: 10, tags: ["x"], sig: { text: "b()" } },
  { name: "a", line: 9, tags: [] },
  { name: "c", tags: ["x", "y"] },
];

function check(name: TransformName, args: unknown): unknown {
  try {
    return applyTransform(name, args);
  } catch (error) {
    return `${Object(error).code}: ${Object(error).message}`;
  }
}

function names(result: unknown): unknown {
  return Array.isArray(result) ? result.map((entry) => entry.name).join("") : result;
}

test.each<[TransformName, object, unknown]>([
  ["dataPick", { input: LIST[0], fields: ["name", "sig.text"] }, { name: "b", text: "b()" }],
  ["dataPick", { input: LIST[0], fields: { n: "name", all: "." } }, { n: "b", all: LIST[0] }],
  ["dataPick", { input: LIST[0], fields: ["none.at.all"] }, { all: undefined }],
  ["dataMap", { input: LIST, fields: ["name"] }, [{ name: "b" }, { name: "a" }, { name: "c" }]],
  ["dataMap", { input: LIST, field: "name" }, ["b", "a", "c"]],
  ["dataMap", { input: LIST, field: "line" }, [10, 9, null]],
  ["dataMap", { input: LIST }, "invalid_params: dataMap: pass exactly one of fields, field"],
  ["dataTemplate", { template: "{{name}}:{{line}} {{ tags }}", input: LIST }, 'b:10 ["x"]\na:9 []\nc: ["x","y"]'],
  ["dataTemplate", { template: "{{name}}", input: LIST, separator: "," }, "b,a,c"],
  ["dataTemplate", { template: "{{sig.text}} {not} {{}}", input: LIST[0] }, "b() {not} {{}}"],
  [
    "dataTemplate",
    { template: "{{constructor}}", input: {} },
    "invalid_params: constructor is not a key of an answer; remove it from the path .constructor",
  ],
  [
    "dataTemplate",
    { template: "{{.}}".repeat(1000), input: "x".repeat(2000) },
    "too_large: dataTemplate printed more than 1000000 characters; filter the list first",
  ],
  [
    "dataSort",
    { input: LIST, by: "name x" },
    'invalid_params: "name x" is not a path; write it as name, a.b or list[0].name',
  ],
  [
    "dataFilter",
    { input: "text", where: [] },
    'invalid_params: dataFilter: input: received "text", allowed: an array of any value; where: received [], allowed: an array of 1..20 entries of an object { path, op, value? }',
  ],
  [
    "dataSort",
    { input: [], by: "x", oder: "asc" },
    'invalid_params: dataSort: unknown parameter "oder". Did you mean "order"?',
  ],
  [
    "dataPick",
    { from: 1 },
    'invalid_params: dataPick: unknown parameter "from"; input is required: any value; fields is required: an array of 1..50 entries of a string of 1..500 characters, or an object',
  ],
])("%s %j", (name, args, expected) => {
  expect(check(name, args)).toEqual(expected);
});

test.each<[string, unknown, string]>([
  ["eq", "a", "a"],
  ["ne", "a", "bc"],
  ["in", ["a", "c"], "ac"],
  ["contains", "b", "b"],
  ["gte", "b", "bc"],
])("names that are %s %j", (op, value, expected) => {
  expect(names(check("dataFilter", { input: LIST, where: [{ path: "name", op, value }] }))).toBe(expected);
});

test.each<[string, unknown, string]>([
  ["gt", 9, "b"],
  ["gte", 9, "ba"],
  ["lt", 10, "a"],
  ["lte", 10, "ba"],
  ["gt", "9", ""],
  ["exists", true, "ba"],
  ["exists", false, "c"],
])("values that are %s %j: only equal types are compared", (op, value, expected) => {
  expect(names(check("dataFilter", { input: LIST, where: [{ path: "line", op, value }] }))).toBe(expected);
});

test("clauses combine by all or any, contains tests list entries, limit cuts the list", () => {
  const where = [
    { path: "tags", op: "contains", value: "x" },
    { path: "name", op: "eq", value: "a" },
  ];
  expect(names(check("dataFilter", { input: LIST, where }))).toBe("");
  expect(names(check("dataFilter", { input: LIST, where, match: "any" }))).toBe("bac");
  expect(names(check("dataFilter", { input: LIST, where, match: "any", limit: 2 }))).toBe("ba");
});

test.each([
  ["name", "asc", "abc"],
  ["name", "desc", "cba"],
  ["line", "asc", "abc"],
  ["line", "desc", "bac"],
])("sorted by %s %s, entries without the path last", (by, order, expected) => {
  expect(names(check("dataSort", { input: LIST, by, order }))).toBe(expected);
});
