/**
 * Planted small sources that exercise each rule of the linker; an edit rewrites one with other alternatives. Real
 * sources would exercise some rules too rarely. `{a|b|c}` stands for one of three alternatives.
 */
import type { Random } from "./random.js";

/** Templates by path. */
export const PLANTED: Readonly<Record<string, string>> = {
  "planted/bases.ts": `export interface Shape { area(): number; {name(): string;|} }
export class Base implements {Shape|Other} { area(): number { return 1; } }
export interface Other { area(): number }
export abstract class Far {extends Base|implements Shape|} { {static make(): Far { return make(); }|} area(): number { return 2; } grow(): void {} }
export function make(): {Base|Far|Shape} { return null as never; }
export function isBase(value: unknown): value is {Base|Far} { return true; }
`,
  "planted/round.ts": `import { Base, Far, isBase, make, type Shape } from "./{bases|barrel}.js";
export class Round extends {Base|Far|Missing} {
  readonly inner = new {Base|Far}();
  constructor() { super(); }
  area(): number { return {super.area()|this.inner.area()|this.other()}; }
  other(): number { return make().{area()|grow()}; }
}
export function narrow(value: unknown): void {
  if (value instanceof {Round|Base|Far}) value.area();
  if (isBase(value)) value.{area|grow}();
}
export function uses(shape: {Shape|Round|Base}): number { return shape.area(); }
`,
  "planted/supers.py": `class One:
    def {walk|run}(self): return 1
class Two(One):
    def walk(self): return super().{walk|run}()
    def run(self): return super().{walk|run}()
class Three({One|Two}):
    def go(self): return super().{walk|run|go}()
`,
  "planted/calls.ts": `import { {Round|narrow as Round}, narrow, uses } from "./barrel.js";
import * as all from "./{barrel|bases|round}.js";
export function first(round: Round): void { round.{area|other}(); }
export function second(): void { all.{make|narrow|uses}(); }
export const table = { {first|second}, run() { return {first|second|narrow}; } };
[1, 2].forEach({first|second|narrow});
setTimeout({first|second}, 1);
table.{first|second|run}();
export function unknown(thing) { thing.{plantedMethod|otherPlantedMethod}(); Round.{staticOne|staticTwo}(); }
export class Statics { static {staticOne|staticTwo}(): void {} {plantedMethod|otherPlantedMethod}(): void {} }
Statics.{staticOne|staticTwo}();
`,
  "planted/barrel.ts": `export * from "./{bases|round}.js";
export { {Round|narrow as Round}, narrow, uses } from "./round.js";
{export * from "./calls.js";|}
`,
  "planted/settings.ts": `import cfg from "./{config.json|settings.json|data.json}";
{import { name } from "../package.json";|const name = "";}
export const LEVEL = process.env.{PLANTED_A|PLANTED_B};
export function level() { return {cfg.port|cfg.server.host|cfg|name}; }
export function other() { return {process.env["PLANTED_B"]|import.meta.env.PLANTED_C|LEVEL}; }
`,
  "planted/page/core.js": `function {pageOne|pageTwo}() { return new Panel(); }
var pageTable = { {open|close}: function () { {pageOne|pageThree}(); } };
class Panel { {draw|hide}() {} }
{module.exports = pageTable;|}
`,
  "planted/page/deep/use.js": `function {pageThree|pageTwo}() { {pageOne|pageTwo}().{draw|hide}(); pageTable.{open|close}(); }
{export {};|}
(function () { new Panel().{draw|hide}(); {pageThree|pageOne}(); })();
`,
  "planted/page/other.js": `function {pageOne|pageFour}() { return {pageTable|Panel}; }
{pageOne|pageThree}();
`,
  "planted/Card.vue": `<template><{planted-row|Missing|PlantedRow} v-for="a in {first|second}()" @click="{first|second}"/></template>
<script setup lang="ts">
import { {first|second}, second as other } from "./calls.js";
{import PlantedRow from "./view/Row.vue";|}
defineProps<{ {size|name}: number }>();
</script>
`,
  "planted/components/planted/Row.vue": `<script>
export default { {methods|computed}: { {draw|hide}() { this.{draw|hide}(); } } }
</script>
<template>{<p @click="draw"/>|<Card/>}</template>
`,
  "planted/cells.ipynb": `{ "cells": [{ "cell_type": "code", "source": ["from planted.shapes import {Base|Shape}\\n", "def {run|go}(): return {Base|Shape}.make()"] },
{ "cell_type": "code", "source": "%time {run|go}()", "outputs": [{ "text": "{1|2}" }] }] }
`,
  "planted/reads.py": `import os, json
def level(): return os.environ[{"PLANTED_A"|"PLANTED_D"}]
def other(): return {os.getenv("PLANTED_B")|json.load(open("config.json"))|level()}
`,
  "planted/shapes.py": `import abc
class Shape({abc.ABC|object}):
    {@abc.abstractmethod|}
    def area(self): ...
    @classmethod
    def make(cls): return cls()
class Base({Shape|object}):
    def area(self): return {super().area()|self.size()|1}
    def size(self): return 1
    @staticmethod
    def fixed(): return {Shape|Base}()
`,
  "planted/calls.py": `from {.shapes|planted.shapes|.missing} import {Base|Shape as Base}, Shape
from planted import shapes
class Round({Base|Shape|object}):
    def area(self): return super().{area|size}()
def narrow(value):
    if isinstance(value, {Round|Base|Shape}): value.area()
def uses(shape: {Shape|Base|Round}): return shape.{area|size|make}()
def build() -> {Base|Round}: return {Base|Round}()
build().{area|size}()
shapes.{Shape|Base}.{make|fixed}()
list(map({narrow|uses}, [1]))
sorted([], key={narrow|uses|build})
def unknown(thing): thing.{planted_method|other_planted_method}()
class Statics:
    def {planted_method|other_planted_method}(self): pass
`,
  "planted/go/shapes.go": `package {shapes|shapes|other}
type Shape interface { Area() int; {Name() string|Grow()} }
type Base struct { {inner|outer} *Round; {Far|list []Round} }
type Far struct{}
func (b *Base) {Area|Name}() int { return {helper(b)|b.inner.Area()|b.Grow()} }
func Make() {*Base|Shape|Far} { return nil }
`,
  "planted/go/round.go": `package {shapes|shapes|main}
type Round struct{ {Base|*Far|list []Base} }
func (r *Round) {Area|Grow}() int { return 1 }
func (f Far) {Grow|Area}() {}
func {helper|other}(s Shape) int { s.{Area|Grow}(); return Make().{Area|Name}() }
`,
  "planted/go/round_test.go": `package {shapes|shapes_test}
import {. |s |}"planted.example/m{|/use}"
func Test{Round|Make}(t *testing.T) { Make(); {helper(nil)|s.Make().Area()|shapes.Make()}; t.Run("{one|two}", func(t *testing.T) {}) }
`,
  "planted/go/use/use.go": `package use
import {s "planted.example/m"|s "planted.example/n"|"fmt"}
func Use(shape s.{Shape|Base}) { v := s.{Make|Round}(); v.{Area|Grow}(); shape.Area() }
`,
};

/** Chooses one alternative in each place. */
export function grown(template: string, random: Random): string {
  return template.replace(/\{([^{}\n]*\|[^{}\n]*)\}/g, (_, alternatives: string) => {
    return random.pick(alternatives.split("|"));
  });
}
