import { BODIES, qualifiedNames, SYMBOLS } from "@sdl/model/facts";
import { expect, test } from "vitest";
import { pageOf } from "./facts-of.js";

function printsOf(source: string): Map<string, string> {
  const page = pageOf(source);
  const { fpHi, fpLo } = page.table(SYMBOLS);
  const bodies = page.table(BODIES);
  return new Map(
    qualifiedNames(page).map((name, at) => {
      const body = bodies.print[bodies.symbol.indexOf(at)];
      return [name, `${fpHi[at]}-${fpLo[at]} ${body}`];
    }),
  );
}

const BASE = `package p

type T struct {
	a int
}

func (t *T) Run(a int) string {
	if a > 0 {
		t.stop(a)
	}
	return "x"
}

func (t *T) stop(a int) {}
`;

test.each([
  ["reformatting", BASE.replaceAll("\t", "    ").replace("a int) {}", "a  int)  { }").replace("> 0 {", ">0 {")],
  ["comments", BASE.replace("\tif", "\t// why\n\tif").replace("a int\n}", "a int // what\n}")],
])("%s leaves all prints unchanged", (_, source) => {
  expect(printsOf(source)).toEqual(printsOf(BASE));
});

test("an edited body changes the print of its method alone", () => {
  const [before, after] = [printsOf(BASE), printsOf(BASE.replace(`"x"`, `"y"`))];
  const changed = [...after].filter(([name, print]) => before.get(name) !== print).map(([name]) => name);
  expect(changed).toEqual(["", "T.Run"]);
});
