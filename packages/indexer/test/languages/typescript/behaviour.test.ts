/** Side effects and guards of TypeScript symbols, and code that has none. */
import { NO_SECRETS } from "@sdl/model/text";
import { expect, test } from "vitest";
import { behaviourOfSource } from "../behaviour-text.js";
import { pageOf } from "./check-facts.js";

function check(source: string, expected: string): void {
  expect(behaviourOfSource(pageOf(source.replace(/^\n/, "")))).toBe(expected.trim());
}

test("calls have the effects of their module, under any name", () => {
  check(
    `
import fs, { writeFile as put } from "node:fs";
import { readFile } from "fs/promises";
import * as child from "child_process";
const { rmSync } = require("fs");
export async function all(path: string) {
  await readFile(path);
  put(path, "", () => {});
  fs.promises.mkdir(path);
  rmSync(path);
  child.spawn("ls");
  fs.openSync(path, "w");
}`,
    `
all
  reads file @6
  writes file @7
  creates directory @8
  deletes file @9
  spawns process @10`,
  );
});

test("clients keep their package through variables, fields, parameters' types and awaits", () => {
  check(
    `
import pg from "pg";
import axios from "axios";
const api = axios.create();
class Store {
  private client = new pg.Client();
  constructor(private readonly pool: pg.Pool) {}
  one() { return this.client.query("select 1"); }
  two() { return this.pool.query("select 1"); }
}
async function three() {
  const client = await new pg.Pool().connect();
  await client.query("select 1");
  await api.get("/");
}`,
    `
Store
  readonly pool
Store.one
  database call @7
Store.two
  database call @8
three
  database call @11
  network request @13`,
  );
});

test("a name alone has no effect: names of the file, parameters, members of unknown values", () => {
  check(
    `
import { writeFile } from "./writers.js";
function fetch() {}
export function none(fs: unknown, console: Console, db: Db) {
  fetch();
  fs.writeFileSync("x");
  console.log("x");
  writeFile("x");
  db.query("x").exec();
}`,
    "",
  );
});

test("effects name environment variables that the source names", () => {
  check(
    `
export function env(key: string) {
  process.env.PATH ??= process.env["HOME"];
  process.env.MODE = "test";
  const { A, B: b = "x" } = process.env;
  return process.env[key];
}`,
    `
env
  reads env PATH @2
  reads env HOME @2
  writes env MODE @3
  reads env A @4
  reads env B @4
  reads env @5`,
  );
});

test("writes to shared state are effects: members, items, variables of the module", () => {
  check(
    `
const registry = new Map<string, number>();
let count = 0;
export class Counter {
  static made = 0;
  private list: number[] = [];
  private byKey: Record<string, number> = {};
  constructor(start: number) { this.list.push(start); Counter.made++; }
  add(key: string, other: Other) {
    this.list.push(1);
    this.byKey[key] = 1;
    delete this.byKey[key];
    registry.set(key, 1);
    count += 1;
    other.value = 1;
    const local = [1];
    local.push(2);
    local[0] = 3;
    this.total = 3;
  }
  read(key: string) { return this.list.slice().concat(this.byKey[key]); }
}`,
    `
Counter.constructor
  mutates Counter.made @7
Counter.add
  mutates this.list @9
  mutates this.byKey @10
  mutates registry @12
  mutates count @13
  mutates this.total @18`,
  );
});

test("writes to a closure's state, and a module's own initialization, are not effects", () => {
  check(
    `
let ready = false;
ready = true;
export function make() {
  let n = 0;
  const next = () => { n++; return n; };
  return next;
}`,
    "",
  );
});

test("a guard at the top of a body is a requirement; other conditions are stored as written", () => {
  check(
    `
export function f(a: number, b?: string) {
  if (a < 0 || a > 10) throw new RangeError("a");
  if (!b) { log(); throw new TypeError("b"); }
  if (!(a >= 1 && a <= 5)) throw new Error("a");
  if (a === 3 && b === "x") throw new Clash();
  if (a === 4) return 1;
  if (a === 5) throw new Late();
  for (const x of b) if (x === "y") throw new Inner();
  if (a > 6) { if (b === "z") throw new Nested(); }
  if (a === 7) f(1); else if (a === 8) throw new Other();
  throw new Last("the end");
}`,
    `
f
  requires RangeError 0 <= a <= 10
  requires TypeError b
  requires Error 1 <= a <= 5
  throwsIf Clash a === 3 && b === "x"
  throwsIf Late a === 5
  throwsIf Inner x === "y"
  throwsIf Nested a > 6 && b === "z"
  throwsIf Other a === 8
  throws Last the end`,
  );
});

test("throws that leave no named function are not guards", () => {
  check(
    `
export function f(list: string[], e: Error) {
  list.forEach((x) => { if (x === "") throw new TypeError(); });
  try { if (e) throw new RangeError(); } catch { list.pop(); }
  try { g(); } catch (error) { throw error; }
  try { g(); } finally { g(); }
}
if (process.argv.length > 2) throw new Error();`,
    "",
  );
});

test("calls of assertion functions are guards", () => {
  check(
    `
import assert from "node:assert";
export function f(x: number, y: number) {
  assert(x > 0, "positive");
  assert.strictEqual(x, y);
  console.assert(y !== 0);
  invariant(x !== y, "differ");
  insist(x);
}`,
    `
f
  asserts x > 0
  asserts x === y
  asserts y !== 0
  asserts x !== y`,
  );
});

test("values returned only after a null check are guards", () => {
  check(
    `
export function found(id: string) {
  const user = find(id);
  if (user === undefined) throw new NotFound();
  return user;
}
export function maybe(id: string) {
  const user = find(id);
  if (!user) throw new NotFound();
  if (user.gone) return null;
  return user;
}
export function given(user: User) {
  if (!user) throw new NotFound();
  return user;
}`,
    `
found
  requires NotFound user !== undefined
  nonNull user
maybe
  requires NotFound user
given
  requires NotFound user`,
  );
});

test("readonly members of classes and interfaces are guards", () => {
  check(
    `
export interface Point { readonly x: number; readonly y: number; label: string }
export class Box { readonly size = 1; constructor(readonly name: string) {} }`,
    `
Point
  readonly x, y
Box
  readonly size, name`,
  );
});

test("texts are masked before they are stored", () => {
  const source = `export function f(key: string) { if (key === "hunter2") throw new Leak("hunter2 is out"); throw new Leak("hunter2"); }`;
  const masked = behaviourOfSource(
    pageOf(source, "typescript", {
      ...NO_SECRETS,
      isSecretName: (name) => name === "key",
      mayBeSecret: () => true,
      isSecretValue: () => true,
      fill: (text) => text.replaceAll("hunter2", "*******"),
    }),
  );
  expect(masked).toContain('key !== "*******"');
  expect(masked).not.toContain("hunter2");
});

test.each([
  "function f( { if (x throw new Error(",
  "class { readonly",
  "throw",
  "if (a) throw",
  "delete",
  "process.env",
  "this.x[",
  "assert(",
  "x => { throw }",
])("broken source is read as far as possible: %s", (source) => {
  expect(() => behaviourOfSource(pageOf(source))).not.toThrow();
});
