/** Small sources that together contain most constructs of each language. */
import type { GrammarLanguage } from "@sdl/model/facts";

const TYPESCRIPT = `import a, { type B as C } from "x";
@dec() export abstract class D<in T extends E = F> extends G<T> implements H {
  private readonly x?: Map<string, number[]> = new Map();
  constructor(public y: string, ...rest: unknown[]) { super(); }
  get z(): T | null { return this.x!.get(\`k\${1 + 2}\`) as any; }
  static async *gen<const U>(): AsyncGenerator<U> { yield* other?.[0]?.(...args); }
}
type M = { readonly [K in keyof D as \`p\${K}\`]-?: D[K] extends infer R ? R : never };
enum Q { A, B = "b" } namespace N.O { export const v = 1 } declare module "m";
export { a as default } from "y"; export * as ns from "z"; export = a;
`;
const JAVASCRIPT = `#!/usr/bin/env node
// comment
const { a, b: [c = 1], ...rest } = require("x"); /* block */
async function* f() { for await (const x of y) { label: while (1) { break label } } }
class A extends (B) { static #p = 1; static { this.#p++; } 'str'() {} }
a?.b.c\`t\${d}\`; x = y ? /re/g : -z ** 2; export default async () => {};
`;
const JSX = `const el = <A.B c={1} {...d} e="f">text {x} <></> &amp; <g-h/></A.B>;\n`;
const PYTHON = `# comment
from __future__ import annotations
import a.b as c, d
@decorator(x=1)
class E(F, metaclass=G):
    """Doc."""
    y: int = 1
    async def m(self, a, /, b: str = "x", *args, c=2, **kw) -> list[int]:
        async with open(a) as f, g() as h:
            return [i async for i in f if (z := i)]
        match a:
            case {"k": [1, *rest]} | E(y=1) if b: pass
            case _: ...
        try:
            raise X from y
        except* (A, B) as e:
            global q
        else: lambda *a, **k: a
        print(f"{a!r:>{w}} {b=}", sep="", end=\\
              '')
type Alias[T] = list[T]
`;

const GO = `// Package a does things.
package a

import (
	"fmt"
	b "x/y"
)

type T[K comparable, V ~int | string] struct {
	A, B *int \`json:"a"\`
	*b.Other
	F func(a int, c ...string) (x, y error)
}
type I interface{ M(a int) error; fmt.Stringer }
const ( C0 = iota; C1 )
var x, y = f(), 2
func (t *T[K, V]) Do(a, b int, c ...string) (r int, err error) {
	for i, v := range t.A { v.M(); _ = i }
	switch v := x.(type) { case *T[int, int], nil: v.M(); default: fallthrough }
	select { case v, ok := <-ch: v.M(ok); case ch <- x: }
	defer func() { recover() }()
label:
	if v, ok := t.m["k"]; ok && !v { goto label } else { go f[int](&T{A: 1}, []S{{N: 1}}) }
	return len(c[1:2]), fmt.Errorf("%w\\n", err)
}
`;

/** Sources by language. */
export const SOURCES: readonly (readonly [string, GrammarLanguage, string])[] = [
  ["TypeScript", "typescript", TYPESCRIPT],
  ["TSX", "tsx", `${TYPESCRIPT}${JSX}`],
  ["JavaScript", "javascript", JAVASCRIPT],
  ["JSX", "javascript", JSX],
  ["Python", "python", PYTHON],
  ["Go", "go", GO],
];
