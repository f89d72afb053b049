/** Linker rules for TypeScript and JavaScript: what each must find, and what it must not. */
import { describe, test } from "vitest";
import { checkLinks } from "./check-links.js";

describe("lexical scope", () => {
  test("a name resolves to the nearest declaration; recursion is an edge", () => {
    checkLinks(`
//- /a.ts
function pick() {}
export function outer() {
  function pick() {}
  pick();
//^^^^ calls a.ts#outer.pick by lexical .99
}
export function again(n: number): number { return n === 0 ? 0 : again(n - 1); }
                                                              //^^^^^ calls a.ts#again
`);
  });

  test("a parameter that shadows an import does not resolve to the import", () => {
    checkLinks(`
//- /a.ts
export function run() {}
//- /b.ts
import { run } from "./a";
export function call(run: () => void) {
  run();
//^^^ calls nothing
}
`);
  });
});

describe("imports", () => {
  test("named, renamed, default and namespace imports are resolved", () => {
    checkLinks(`
//- /lib.ts
export function one() {}
export function two() {}
export default function three() {}
//- /use.ts
import three, { one, two as zwei } from "./lib";
import * as lib from "./lib";
export function f() {
  one();
//^^^ calls lib.ts#one by import .99
  zwei();
//^^^^ calls lib.ts#two by import .99
  three();
//^^^^^ calls lib.ts#three by import .99
}
export function g() {
  lib.one();
//^^^^^^^^ calls lib.ts#one by namespace-member .99
}
`);
  });

  test("a symbol of the same name that is not imported is not linked", () => {
    checkLinks(`
//- /stranger.ts
export function render() {}
export class Store { save() {} }
//- /use.ts
export function f(store: any) {
  render();
//^^^^^^ calls nothing
  store.save();
}
`);
  });

  test("require, destructured require and module.exports are resolved", () => {
    checkLinks(`
//- /lib.js
function one() {}
function two() {}
module.exports = { one, two };
//- /single.js
module.exports = function single() {};
//- /use.js
const lib = require("./lib");
const { two } = require("./lib");
function f() {
  lib.one();
//^^^^^^^ calls lib.js#one
  two();
//^^^ calls lib.js#two
}
`);
  });

  test("an import that is read makes an import edge; one that is only called makes a call edge", () => {
    checkLinks(`
//- /limits.ts
export const LIMIT = 3;
export function check(n: number) { return n; }
//- /use.ts
import { LIMIT, check } from "./limits";
export function f() {
  return check(LIMIT);
       //^^^^^ calls limits.ts#check
             //^^^^^ imports limits.ts#LIMIT
}
`);
  });

  test("imports for their effects and unused imports belong to the module", () => {
    checkLinks(`
//- /polyfill.ts
globalThis.x = 1;
//- /a.ts
export const a = 1;
//- /use.ts
import "./polyfill";
//^^^^^^^^^^^^^^^^^^ imports polyfill.ts
import { a } from "./a";
//^^^^^^^^^^^^^^^^^^^^^ imports a.ts#a
`);
  });
});

describe("re-exports", () => {
  test("names resolve through a barrel, renamed exports, and star exports with a cycle", () => {
    checkLinks(`
//- /impl.ts
export function work() {}
export function other() {}
//- /barrel.ts
export { work as job } from "./impl";
export * from "./ring";
//- /ring.ts
export * from "./barrel";
export * from "./impl";
//- /use.ts
import { job, other, missing } from "./barrel";
export function f() {
  job();
//^^^ calls impl.ts#work by re-export .98
  other();
//^^^^^ calls impl.ts#other by re-export .98
  missing();
}
`);
  });

  test("export * does not export the default", () => {
    checkLinks(`
//- /impl.ts
export default function main() {}
//- /barrel.ts
export * from "./impl";
//- /use.ts
import main from "./barrel";
export function f() {
  main();
//^^^^ calls nothing
}
`);
  });
});

describe("classes", () => {
  const shapes = `
//- /shape.ts
export abstract class Shape {
  constructor(readonly name: string) {}
  area(): number { return 0; }
  describe(): string { return this.name; }
  static parse(text: string): Shape { return new Square(); }
}
export class Square extends Shape {
           //^^^^^^ extends shape.ts#Shape
  constructor() { super("square"); }
                //^^^^^ calls shape.ts#Shape
                //^^^^^ calls shape.ts#Shape.constructor
  area(): number {
    this.side();
  //^^^^^^^^^ calls shape.ts#Square.side by this-member .99
    this.describe();
  //^^^^^^^^^^^^^ calls shape.ts#Shape.describe by inherited-member .99
    return super.area();
         //^^^^^^^^^^ calls shape.ts#Shape.area by super .98
  }
  side() {}
}
`;
  test("own, inherited and super members, and constructors are resolved", () => checkLinks(shapes));

  test("static members, classes without a constructor, and a class used through its import are resolved", () => {
    checkLinks(`${shapes}
//- /use.ts
import { Shape } from "./shape";
class Plain {}
export function f() {
  Shape.parse("x");
//^^^^^^^^^^^ calls shape.ts#Shape.parse by static-member .98
//^^^^^^^^^^^ imports shape.ts#Shape
  return new Plain();
           //^^^^^ calls use.ts#Plain
}
`);
  });

  test("of a static and an instance member with one name, the receiver decides", () => {
    checkLinks(`
//- /a.ts
export class Pool {
  static open() {}
  open() {}
}
export function s() { Pool.open(); }
                    //^^^^^^^^^ calls a.ts#Pool.open
`);
  });

  test("cycles of inheritance end", () => {
    checkLinks(`
//- /a.ts
import { B } from "./b";
export class A extends B { own() { this.none(); this.far(); } }
                                              //^^^^^^^^ calls b.ts#B.far
//- /b.ts
import { A } from "./a";
export class B extends A { far() {} }
`);
  });

  test("a base outside the repository hides only its own members", () => {
    checkLinks(`
//- /stranger.ts
export class Emitter { on() {} emit() {} }
//- /a.ts
import { EventEmitter } from "node:events";
export class Bus extends EventEmitter {
  send() {
    this.emit("x");
  //^^^^^^^^^ calls nothing
  //^^^^^^^^^ leaves node:events emit
  }
}
`);
  });

  test("accessors read like fields are calls", () => {
    checkLinks(`
//- /a.ts
export class Box {
  get size(): number { return 1; }
  set size(n: number) {}
  grow() { return this.size; }
                //^^^^^^^^^ calls a.ts#Box.size
}
`);
  });
});

describe("types and values", () => {
  const store = `
//- /store.ts
export class Store { save(): Receipt { return new Receipt(); } self(): this { return this; } }
export class Receipt { print() {} }
//- /stranger.ts
export class Stranger { save() {} print() {} }
`;
  test("members of annotated parameters and fields are resolved", () => {
    checkLinks(`${store}
//- /use.ts
import type { Store } from "./store";
export class Service {
  constructor(private readonly store: Store) {}
  run(other: Store) {
    this.store.save();
  //^^^^^^^^^^^^^^^ calls store.ts#Store.save by annotation .99
    other.save();
  }
}
`);
  });

  test("members of constructed values, results and chains are resolved", () => {
    checkLinks(`${store}
//- /use.ts
import { Store } from "./store";
export function f() {
  const store = new Store();
              //^^^^^^^^^ calls store.ts#Store
  store.save().print();
//^^^^^ calls store.ts#Store.save
//^^^^^ calls store.ts#Receipt.print
}
export function make() { return new Store(); }
export function g() {
  make().save();
//^^^^^^^^^^^ calls use.ts#make
//^^^^^^^^^^^ calls store.ts#Store.save by return-type .96
}
`);
  });

  test("members of an awaited promise of a class are resolved", () => {
    checkLinks(`${store}
//- /use.ts
import { Store } from "./store";
async function load(): Promise<Store> { return new Store(); }
export async function f() {
  const store = await load();
                    //^^^^ calls use.ts#load
  store.save();
//^^^^^^^^^^ calls store.ts#Store.save by annotation .99
}
`);
  });

  test("a call of an interface's method has the method and its implementation as targets", () => {
    checkLinks(`
//- /port.ts
export interface Port { send(): void }
//- /use.ts
import type { Port } from "./port";
export function f(port: Port) {
                      //^^^^ uses port.ts#Port
  port.send();
//^^^^^^^^^ calls port.ts#Port.send
//^^^^^^^^^ calls use.ts#Wire.send by interface .89
}
export class Wire implements Port { send() {} }
                           //^^^^ implements port.ts#Port
`);
  });

  test("a type and a value that share a name are distinguished", () => {
    checkLinks(`
//- /option.ts
export interface Option { tag: string }
export const Option = (): Option => ({ tag: "x" });
//- /use.ts
import { Option } from "./option";
export function f(): void {
  Option();
//^^^^^^ calls option.ts#Option
}
`);
  });
});

describe("outside the repository", () => {
  test("packages, scoped packages and Node's modules are named; symbols of the same name are not linked", () => {
    checkLinks(`
//- /react.ts
export function useState() {}
//- /use.ts
import { useState } from "react";
import { get } from "@acme/http/client";
import * as fs from "fs";
export function f() {
  useState();
//^^^^^^^^ calls nothing
//^^^^^^^^ leaves react useState
  get().then();
//^^^ leaves @acme/http get
//^^^ leaves @acme/http get().then
  fs.readFileSync("x");
//^^^^^^^^^^^^^^^ leaves node:fs readFileSync
}
`);
  });

  test("builtins are leaves without a package, one per owner", () => {
    checkLinks(`
//- /use.ts
export function f() {
  console.log(1);
//^^^^^^^^^^^ leaves ? console.log
  console.log(2);
}
`);
  });

  test("an outside import that is only read is a leaf of kind import", () => {
    checkLinks(`
//- /use.ts
import { LIMIT } from "limits";
export const f = () => LIMIT;
                     //^^^^^ leaves limits LIMIT
`);
  });
});

describe("other calls", () => {
  test("JSX elements, decorators and tagged templates are calls", () => {
    checkLinks(`
//- /ui.tsx
export function Button() { return null; }
export function tag(parts: unknown) {}
export function sealed(target: unknown) {}
//- /use.tsx
import { Button, tag, sealed } from "./ui";
export function Page() {
  tag\`x\`;
//^^^ calls ui.tsx#tag
  return <Button />;
        //^^^^^^ calls ui.tsx#Button
}
@sealed
//^^^^^ calls ui.tsx#sealed
export class Model {}
`);
  });

  test("calls in callbacks belong to the named symbol around them", () => {
    checkLinks(`
//- /a.ts
function inner() {}
export function outer(items: number[]) {
  items.forEach(() => { inner(); });
                      //^^^^^ calls a.ts#inner
}
`);
  });

  test("a namespace import of a member that does not exist is an import of the module", () => {
    checkLinks(`
//- /lib.ts
export const a = 1;
//- /use.ts
import * as lib from "./lib";
export const f = () => lib.nothing();
                     //^^^^^^^^^^^ calls nothing
                     //^^^^^^^^^^^ imports lib.ts
`);
  });
});

describe("callback parameters", () => {
  test("a callback's parameter without a type has the type that the callee declares for it", () => {
    checkLinks(`
//- /lib.ts
export class Subscriber { next() {} }
export class Observable {
  constructor(subscribe?: (this: Observable, subscriber: Subscriber) => void) {}
}
export function operate(init: (source: Observable, subscriber: Subscriber) => void) {}
export type Listener = (event: Subscriber) => void;
export function listen(name: string, listener: Listener | undefined) {}
//- /use.ts
import { listen, Observable, operate } from "./lib";
export const first = () => new Observable((subscriber) => subscriber.next());
                                                        //^^^^^^^^^^^^^^^ calls lib.ts#Subscriber.next by annotation .99
                               //^^^^^^^^^^ calls lib.ts#Observable
                               //^^^^^^^^^^ calls lib.ts#Observable.constructor
export const second = () => operate(function (source, subscriber) { subscriber.next(); });
                                                                  //^^^^^^^^^^^^^^^ calls lib.ts#Subscriber.next
                          //^^^^^^^ calls lib.ts#operate
export const third = () => listen("x", (event) => event.next());
                                                //^^^^^^^^^^ calls lib.ts#Subscriber.next
                         //^^^^^^ calls lib.ts#listen
`);
  });

  test("a callee's type parameter, the callback's own type, or another position give no type", () => {
    checkLinks(`
//- /lib.ts
export class A { run() {} }
export function each<T>(items: T[], use: (item: T) => void) {}
export function generic(use: <A>(item: A) => void) {}
export function second(use: (n: number, a: A) => void) {}
//- /use.ts
import { each, generic, second } from "./lib";
export const f = (items: any) => each(items, (item) => item.run());
                               //^^^^ calls lib.ts#each
export const g = () => generic((item) => item.run());
                     //^^^^^^^ calls lib.ts#generic
export const h = () => second((n) => n.run());
                     //^^^^^^ calls lib.ts#second
`);
  });
});

describe("generic functions that return their argument", () => {
  test("the result is the first argument if the signature says so", () => {
    checkLinks(`
//- /base.ts
export class Disposable {
  register<T extends object>(value: T): T { return value; }
}
//- /use.ts
import { Disposable } from "./base";
class Emitter { fire() {} get event() { return 1; } }
export class View extends Disposable {
  private readonly emitter = this.register(new Emitter());
  readonly event = this.emitter.event;
  update() {
    this.emitter.fire();
  //^^^^^^^^^^^^^^^^^ calls use.ts#Emitter.fire by inherited-member .99
  }
}
`);
  });

  test("a result of another type is not the argument", () => {
    checkLinks(`
//- /use.ts
class A { run() {} }
declare function wrap<T, U>(value: T): U;
declare function parse(value: A): A;
export function f() {
  wrap(new A()).run();
//^^^^ calls use.ts#wrap
     //^^^^^ calls use.ts#A
}
`);
  });
});

describe("types in JavaScript's comments", () => {
  test("parameters, results, fields and variables have the type that the comment above gives them", () => {
    checkLinks(`
//- /reader.js
module.exports = class Reader {
  constructor() { /** @type {Map<string, Reader>} */ this.inner = new Map(); }
  read() {}
};
//- /use.js
const { open } = require("./open");
/** @typedef {import("./reader")} Reader */
/** @typedef {Reader | null} Maybe */
/**
 * @param {number} length
 * @param {Reader} reader the reader
 */
function first(length, reader) {
  reader.read();
//^^^^^^^^^^^ calls reader.js#Reader.read by annotation .99
}
const second = /** @param {Maybe=} reader */ (reader) => reader.read();
                                                       //^^^^^^^^^^^ calls reader.js#Reader.read
/** @returns {import("./reader")} */
const make = () => open();
                 //^^^^ calls nothing
function third() {
  make().read();
//^^^^ calls use.js#make
//^^^^^^^^^^^ calls reader.js#Reader.read
}
class Holder {
  constructor(options) {
    /** @type {Reader[]} */
    this.readers = options.readers;
  }
  all() {
    for (const reader of this.readers) reader.read();
                                     //^^^^^^^^^^^ calls reader.js#Reader.read
  }
}
/** @param {Unknown} reader */
function fourth(reader) {
  reader.read();
//^^^^^^^^^^^ calls nothing
}
`);
  });

  test("names imported by a comment are resolved", () => {
    checkLinks(`
//- /reader.js
module.exports = class Reader { read() {} };
//- /writer.js
export class Writer { write() {} }
export default class Pen { draw() {} }
//- /use.js
/** @import Reader from "./reader" */
/**
 * @import Pen, { Writer as Printer } from "./writer"
 */
/**
 * @param {Reader} reader
 * @param {Printer} printer
 * @param {Pen} pen
 */
function first(reader, printer, pen) {
  reader.read();
//^^^^^^^^^^^ calls reader.js#Reader.read
  printer.write();
//^^^^^^^^^^^^^ calls writer.js#Writer.write
  pen.draw();
//^^^^^^^^ calls writer.js#Pen.draw
}
`);
  });

  test("super() of a builtin or undeclared base is a leaf", () => {
    checkLinks(`
//- /use.ts
class Fault extends Error { constructor() { super(); } }
                                          //^^^^^ calls nothing
class Lost extends Nowhere { constructor() { super(); } }
                                           //^^^^^ calls nothing
const made = (() => ({}))();
class Odd extends made.Base { constructor() { super(); } }
                                            //^^^^^ calls nothing
`);
  });

  test("types in TypeScript's comments are ignored", () => {
    checkLinks(`
//- /use.ts
class Reader { read() {} }
/** @param {Reader} reader */
export function f(reader: any) {
  reader.read();
//^^^^^^^^^^^ calls nothing
}
`);
  });
});
