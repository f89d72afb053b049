/** Side effects and guards of Go: what a function does and when it panics. */
import { expect, test } from "vitest";
import { behaviourOfSource } from "../behaviour-text.js";
import { pageOf } from "./facts-of.js";

function check(source: string, expected: string): void {
  expect(behaviourOfSource(pageOf(source))).toBe(expected.trim());
}

test("calls have the effects of the package they come from, under any name", () => {
  check(
    `package p
import (
	"fmt"
	sys "os"
	"os/exec"
	"net/http"
)
func everything(name string) {
	sys.ReadFile(name)
	sys.WriteFile(name, nil, 0)
	exec.Command("ls").Run()
	http.Get(name)
	sys.Getenv("HOME")
	fmt.Println(name)
}
func Println() {}
func nothing() { Println(); other.ReadFile() }
`,
    `
everything
  reads file @9
  writes file @10
  spawns process @11
  network request @12
  reads env HOME @13
  writes console @14`,
  );
});

test("changes of the receiver and of the package's variables; not of locals", () => {
  check(
    `package p
type T struct{ count int; table map[string]int }
var total int
func (t *T) add(other *T) {
	t.count++
	t.table["a"] = 1
	total = 2
	local := 1
	local = 3
	other.count = local
}
`,
    `
T.add
  mutates receiver.count @5
  mutates receiver.table @6
  mutates total @7`,
  );
});

test("panics are guards: what must hold at the head of a function", () => {
  check(
    `package p
func open(name string, list []int) {
	if name == "" || list == nil {
		panic("no name")
	}
	for range list {
		panic("never")
	}
}
`,
    `
open
  requires panic name != "" && list != nil
  throws panic never`,
  );
});
