/** Random Go files: two packages and a program of one module, whose files share names, methods and interfaces. */

/** What draws. */
interface Draws {
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
  some(chance: number): boolean;
}

export const GO_FILES = ["go/a.go", "go/b.go", "go/a_test.go", "go/sub/c.go", "go/sub/d.go", "go/cmd/main.go"];
export const GO_CONFIGS: Readonly<Record<string, readonly string[]>> = {
  "go/go.mod": ["module x.y/m\n", "module x.y/n\n\nreplace x.y/m => ./sub\n", ""],
  "go/sub/go.mod": ["module x.y/m/sub\n", "module x.y/m\n"],
};

const IMPORTS = ["x.y/m", "x.y/m/sub", "x.y/m/sub", "x.y/n", "fmt"];
const TYPES = ["A", "B", "C"];
const METHODS = ["run", "save", "make"];
const FUNCTIONS = ["f", "g", "h"];

export function goText(path: string, random: Draws): string {
  const lines = [`package ${packageOf(path, random)}`, ""];
  for (let i = random.below(3); i > 0; i--) {
    const name = random.pick(["", "p1 ", "p2 ", ". ", "_ "]);
    lines.push(`import ${name}"${random.pick(IMPORTS)}"`);
  }
  for (const name of TYPES) if (random.some(0.35)) lines.push(...goType(random, name));
  for (const name of TYPES) if (random.some(0.5)) lines.push(goMethod(random, name));
  for (const name of FUNCTIONS)
    if (random.some(0.5)) lines.push(`func ${name}(p *${type(random)}) ${type(random)} { ${body(random)} }`);
  if (random.some(0.3)) lines.push(`var value = ${random.pick(["A{}", "f(nil)", "p1.B{}"])}`);
  return lines.join("\n");
}

function packageOf(path: string, random: Draws): string {
  if (path.startsWith("go/cmd/")) return "main";
  if (path.endsWith("_test.go")) return random.pick(["m", "m_test"]);
  return path.startsWith("go/sub/") ? random.pick(["sub", "sub", "other"]) : "m";
}

function type(random: Draws): string {
  return random.pick(["A", "B", "C", "I", "p1.A", "p2.B", "sub.C", "sub.I"]);
}

function goType(random: Draws, name: string): string[] {
  const method = () => random.pick(METHODS);
  return [
    random.pick([
      `type ${name} struct { other *${type(random)}; list []${type(random)} }`,
      `type ${name} struct { ${type(random)} }`,
      `type ${name}[T any] struct { other T }`,
      `type ${name} ${random.pick(["[]A", "map[string]B", "func() A"])}`,
      `type ${name} = ${type(random)}`,
    ]),
    random.some(0.3) ? `type I interface { ${method()}() ${type(random)}; ${method()}() }` : "",
  ];
}

function goMethod(random: Draws, name: string): string {
  return `func (r *${name}) ${random.pick(METHODS)}() ${type(random)} { ${body(random)} }`;
}

function body(random: Draws): string {
  const call = () => `${random.pick(METHODS)}()`;
  const statements = Array.from({ length: 1 + random.below(3) }, () =>
    random.pick([
      `${random.pick([...FUNCTIONS, "p1.f", "sub.g"])}(nil)`,
      `r.${call()}`,
      `r.other.${call()}`,
      `p.${call()}`,
      `value.${call()}`,
      `v := ${random.pick(["f(nil)", "sub.g(nil)", "A{}", "&p1.B{}"])}; v.${call()}`,
      `for _, v := range r.list { v.${call()} }`,
      `if v, ok := p.(*${type(random)}); ok { v.${call()} }`,
      `f(nil).${call()}`,
      `var v ${type(random)}; v.${call()}`,
    ]),
  );
  return statements.join("; ");
}
