import { expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

test("what names refer to: locals, the receiver, the file's own, imports, the package's", () => {
  const source = `package p
import "fmt"
type T struct{ count int }
func (t *T) Run(other *T) {
	t.count++
	t.Run(other)
	other.Run(nil)
	helper(t.Run)
	fmt.Println(len("x"), Limit)
	x := helper(nil)
	x.Go()
	total = 3
	table["a"] = 1
}
`;
  expect(factsOf(source, "ref local")).toMatchInlineSnapshot(`
    "local T.Run/other : symbol:T
    local T.Run/x = global:helper()
    ref T.Run type symbol:T @4:9
    ref T.Run write this:T.count @5:1
    ref T.Run call this:T.Run/1 @6:3
    ref T.Run call local:other.Run/1 @7:7
    ref T.Run call global:helper/1 @8:1
    ref T.Run accessor this:T.Run @8:8
    ref T.Run call import:fmt.Println/2 @9:5
    ref T.Run read global:Limit @9:23
    ref T.Run call global:helper/1 @10:6
    ref T.Run call local:x.Go/0 @11:3
    ref T.Run write global:total @12:1
    ref T.Run read global:table @13:1"
  `);
});

test("a name holds from behind its declaration, and inside its block", () => {
  const source = `package p
func f(x A) {
	x.one()
	if x := x.next(); x != nil { x.two() }
	x.three()
	x, y := x.both()
	y.four()
}
`;
  expect(factsOf(source, "ref local")).toMatchInlineSnapshot(`
    "local f/x : global:A
    local f/x = local:x.next()
    local f/y = part(local:x.both(), 1)
    ref f type global:A @2:9
    ref f call local:x.one/0 @3:3
    ref f call local:x.next/0 @4:11
    ref f call local:x.two/0 @4:32
    ref f call local:x.three/0 @5:3
    ref f call local:x.both/0 @6:11
    ref f call local:y.four/0 @7:3"
  `);
});
