// biome-ignore-all lint/suspicious/noTemplateCurlyInString: lines of code
/**
 * Tables of how code binds a secret to a name, and of places for such code. Masking is measured on their product. `{}`
 * is the secret; `{a}{b}` its two halves; `{e}` the secret with its first character escaped; `NAME` its name, `NAMES`
 * the plural.
 */
import type { GrammarLanguage } from "@sdl/model/facts";

/** Syntactic kind of a fragment, which decides where it may be placed. */
export type Fragment = "statement" | "value" | "member" | "parameter";

/** Fragments by class of binding. */
export type Bindings = Readonly<Record<string, readonly string[]>>;

/** Fragments and places of one language. */
export interface LanguageShapes {
  /** Bindings whose name says that the value is secret. */
  readonly named: Readonly<Partial<Record<Fragment, Bindings>>>;
  /** Bindings where only a provider's format says so. */
  readonly open: Readonly<Partial<Record<Fragment, Bindings>>>;
  /** Source around `@@`, by kind of fragment. */
  readonly places: Readonly<Record<Fragment, readonly string[]>>;
}

const SCRIPT_VALUES: Bindings = {
  "key and value": [
    '{ NAME: "{}" }',
    "{ 'NAME': '{}' }",
    '{ outer: { NAME: "{}" } }',
    '{ name: "NAME", value: "{}" }',
    '{ value: "{}", key: "NAME" }',
    '{ ...base, NAME: "{}" }',
  ],
  element: ['{ NAMES: ["{}"] }', '[["NAME", "{}"]]', 'new Map([["NAME", "{}"]])', '{ NAMES: { alice: "{}" } }'],
  comparison: ['x.NAME === "{}"', '"{}" != NAME', '["{}", ""].includes(x.NAME)'],
  fallback: ['(x.NAME || "{}")', '(env.NAME ?? "{}")', '{ NAME: env.X ?? "{}" }', '{ NAME: x ? "{}" : undefined }'],
  joined: ['{ NAME: "{a}" + "{b}" }', '{ NAME: "{e}" }', "{ NAME: `${x}{}` }", "{ NAME: `{}` }"],
  argument: ['setNAME("{}")', 'x.withNAME("{}").build()', 'connect("bob", { NAME: "{}" })', 'x.set("NAME", "{}")'],
  default: ['(NAME = "{}") => NAME', 'function (NAME = "{}") {}', '({ NAME = "{}" }) => 1'],
  return: ['{ getNAME: () => "{}" }', '{ NAME() { return "{}"; } }', '{ get NAME() { return "{}"; } }'],
  text: ["`user=${x};NAME={};`", '"host=db NAME={} user=x"', "'--NAME={}'"],
};

const SCRIPT_VALUE_PLACES: readonly string[] = [
  "const v = @@;",
  "f(@@);",
  "module.exports = @@;",
  "function g() {\n  return @@;\n}",
  "const g = async () => {\n  await f(1, @@);\n};",
  "class A {\n  field = @@;\n}",
  "function g(a = @@) {\n  return a;\n}",
  "const list = [1, @@];",
  "const deep = { one: { two: @@ } };",
  'it("works", async () => {\n  expect(await f(@@)).toBe(1);\n});',
  "f(g(h(@@)));",
  "export default @@;",
  "if (f(@@)) g();",
  "const t = `a${f(@@)}b`;",
];

const SCRIPT_STATEMENTS: Bindings = {
  assignment: [
    'const NAME = "{}";',
    "let NAME = '{}';",
    "const NAME = `{}`;",
    'x.NAME = "{}";',
    'x["NAME"] ||= "{}";',
    'const NAME =\n  "{}";',
    'let a = 1, NAME = "{}";',
  ],
  joined: ['const NAME = "{a}" + "{b}";', 'const NAME = "{e}";', 'const NAME = "{a}" +\n  "{b}";'],
  fallback: ['const NAME = env.X || "{}";', 'x.NAME = x.NAME ?? "{}";', 'const NAME = x ? "{}" : y;'],
  element: ['const NAMES = ["{}", "b"];', 'const NAMES = { alice: "{}" };', 'NAMES.push("{}");'],
  comparison: ['if (NAME === "{}") f();', 'while (x.NAME != "{}") f();', 'const same = NAME == "{}";'],
  case: ['switch (NAME) {\n  case "{}":\n    f();\n}'],
  default: ['const { NAME = "{}" } = x;', 'const { a: NAME = "{}" } = x;', 'const [NAME = "{}"] = x;'],
  argument: ['set("NAME", "{}");', 'x.setNAME("{}");', 'x.set(NAME, "{}");', 'login("bob", { NAME: "{}" });'],
  return: ['const getNAME = () => "{}";', 'function NAME() {\n  return "{}";\n}'],
  check: ['expect(NAME).toEqual("{}");', 'assert.equal(x.NAME, "{}");'],
  comment: ["// NAME: {}\nf();", "/* NAME = '{}' */", "/** NAME: `{}` */\nf();"],
};

const SCRIPT_STATEMENT_PLACES: readonly string[] = [
  "@@",
  "function g(x) {\n  @@\n}",
  "const g = async (x) => {\n  @@\n};",
  "class A {\n  m(x) {\n    @@\n  }\n}",
  "for (const x of all) {\n  @@\n}",
  "try {\n  @@\n} catch {\n  f();\n}",
  'describe("a", () => {\n  it("works", () => {\n    @@\n  });\n});',
  "on(x => {\n  f(function () {\n    @@\n  });\n});",
];

const SCRIPT_MEMBERS: Bindings = {
  field: ['NAME = "{}";', 'static NAME = "{}";', '#NAME = "{}";', '"NAME" = "{}";'],
  joined: ['NAME = "{a}" + "{b}";'],
  return: ['get NAME() { return "{}"; }', 'getNAME() { return "{}"; }'],
  default: ['constructor(NAME = "{}") {}', 'm({ NAME = "{}" }) {}'],
};

const SCRIPT_MEMBER_PLACES: readonly string[] = [
  "class A {\n  @@\n}",
  "export default class extends B {\n  a = 1;\n  @@\n}",
  "const A = class {\n  @@\n  m() {}\n};",
  'describe("a", () => {\n  class A {\n    @@\n  }\n});',
];

const TYPED_MEMBERS: Bindings = {
  ...SCRIPT_MEMBERS,
  field: ['private readonly NAME: string = "{}";', 'static NAME?: string = "{}";', '@Input() NAME = "{}";'],
  default: ['constructor(private NAME = "{}") {}', 'm(a: number, NAME: string = "{}"): void {}'],
};

const SCRIPT_PARAMETERS: Bindings = {
  default: ['NAME = "{}"', 'a, { NAME = "{}" }', 'a, { b: { NAME = "{}" } }', '{ NAME = "{}" } = {}'],
};

const SCRIPT_PARAMETER_PLACES: readonly string[] = [
  "function g(@@) {}",
  "const g = (@@) => 1;",
  "class A {\n  m(@@) {}\n}",
  "f(function (@@) {});",
  "export default async function (@@) {}",
];

const OPEN_SCRIPT_VALUES: Bindings = {
  literal: ['"{}"', "'{}'", "`{}`"],
  joined: ['"{a}" + "{b}"', '"{e}"', "`${x}{}${y}`"],
  text: ['"use {} for it"', "`a ${x} {}`"],
};

const OPEN_COMMENTS: Bindings = { comment: ["// {}\nf();", "/** Uses {}. */\nf();", "/* was {} */"] };

const SCRIPT_PLACES = {
  statement: SCRIPT_STATEMENT_PLACES,
  value: SCRIPT_VALUE_PLACES,
  member: SCRIPT_MEMBER_PLACES,
  parameter: SCRIPT_PARAMETER_PLACES,
};

const TYPESCRIPT: LanguageShapes = {
  named: {
    statement: {
      assignment: [
        'const NAME: string = "{}";',
        "let NAME: string | undefined = '{}';",
        'const NAME = "{}" as const;',
        'const NAME = <string>"{}";',
        'const NAME = "{}" satisfies string;',
        'x!.NAME = "{}";',
      ],
      annotation: ['let NAME: "{}";', 'let NAME: "{}" | "b";', 'type NAME = "{}";', 'interface A { NAME: "{}" }'],
      enum: ['enum E { NAME = "{}" }', 'const enum E { A = "a", NAME = "{}" }'],
      joined: SCRIPT_STATEMENTS["joined"] ?? [],
      case: SCRIPT_STATEMENTS["case"] ?? [],
      comment: SCRIPT_STATEMENTS["comment"] ?? [],
    },
    value: SCRIPT_VALUES,
    member: TYPED_MEMBERS,
    parameter: {
      default: ['NAME: string = "{}"', 'a: number, { NAME = "{}" }: Options', 'NAME: string | null = "{}", b?: number'],
      annotation: ['NAME: "{}"', 'a: { NAME: "{}" }'],
    },
  },
  open: { value: OPEN_SCRIPT_VALUES, statement: { ...OPEN_COMMENTS, annotation: ['type X = "{}";'] } },
  places: {
    ...SCRIPT_PLACES,
    statement: ["@@", "export function g(x: X): void {\n  @@\n}", "namespace N {\n  @@\n}", "if (a) {\n  @@\n}"],
    value: [
      "export const v: Options = @@;",
      "@D(@@)\nclass A {}",
      "class A {\n  @D(@@) field!: string;\n}",
      "class A {\n  private readonly field: X = @@;\n}",
      "export function g(a: X = @@): X {\n  return a;\n}",
      "export default defineConfig(@@);",
      "const v = f<X>(@@)!;",
      "enum E { A = f(@@) }",
    ],
  },
};

const TSX: LanguageShapes = {
  named: {
    value: {
      attribute: [
        '<Field NAME="{}" />',
        '<input name="NAME" value="{}" />',
        '<Field NAME={"{}"} />',
        "<Field NAME={`{}`} />",
        '<Field a={{ NAME: "{}" }} />',
        '<Field NAME={x ?? "{}"} />',
        '<Field NAME={"{a}" + "{b}"} />',
      ],
      text: ["<p>The NAME is {}.</p>"],
    },
  },
  open: { value: { attribute: ['<F a="{}" />', "<F>{}</F>", '<F a={"{a}" + "{b}"} />'] } },
  places: {
    ...SCRIPT_PLACES,
    value: [
      "const v = @@;",
      "export function App() {\n  return @@;\n}",
      "const v = <A>{x && @@}</A>;",
      "const v = <A b={@@} />;",
      "render(@@);",
      "const v = <A><B c={1} />@@</A>;",
    ],
  },
};

const PYTHON_VALUES: Bindings = {
  "key and value": [
    '{"NAME": "{}"}',
    '{"outer": {"NAME": "{}"}}',
    '{"name": "NAME", "value": "{}"}',
    '{**base, "NAME": "{}"}',
    '{"NAME": b"{}"}',
  ],
  "named argument": ['dict(NAME="{}")', 'connect("bob", NAME="{}")', 'Config(NAME=SecretStr("{}"))'],
  element: ['{"NAMES": ["{}"]}', '[("NAME", "{}")]', 'dict(NAMES=("{}",))', '{"NAMES": {"alice": "{}"}}'],
  comparison: ['x.NAME == "{}"', '"{}" != NAME', 'NAME in ("{}", "b")'],
  fallback: [
    '(x.NAME or "{}")',
    'env.get("NAME", "{}")',
    'dict(NAME=env.get("X") or "{}")',
    '{"NAME": "{}" if x else None}',
  ],
  joined: ['{"NAME": "{a}" "{b}"}', 'dict(NAME="{a}" + "{b}")', '{"NAME": "{e}"}', 'dict(NAME=f"{x}{}")'],
  argument: ['set_NAME("{}")', 'x.with_NAME("{}").build()', 'x.setdefault("NAME", "{}")', 'setattr(x, "NAME", "{}")'],
  default: ['(lambda NAME="{}": 1)', '(lambda a, *, NAME="{}": a)'],
  text: ['f"user={x} NAME={}"', '"host=db NAME={} user=x"', '"--NAME={}"'],
};

const PYTHON: LanguageShapes = {
  named: {
    statement: {
      assignment: [
        'NAME = "{}"',
        "NAME = '{}'",
        'NAME = """{}"""',
        'NAME = rb"{}"',
        'self.NAME = "{}"',
        'x["NAME"] = "{}"',
        'NAME = "{}".encode("utf-8")',
        'NAME = (\n    "{}"\n)',
        'a, NAME = 1, "{}"',
        'a = NAME = "{}"',
      ],
      annotation: [
        'NAME: str = "{}"',
        'NAME: Final[str] = "{}"',
        'NAME: Optional[str] = "{}"',
        'NAME: Literal["{}"] = x',
      ],
      joined: [
        'NAME = "{a}" "{b}"',
        'NAME = "{a}" + "{b}"',
        'NAME = "{e}"',
        'NAME = ("{a}"\n    "{b}")',
        'NAME += "{}"',
      ],
      fallback: ['NAME = env.get("X") or "{}"', 'NAME = env.get("X", "{}")', 'NAME = "{}" if x else y'],
      element: ['NAMES = ["{}", "b"]', 'NAMES = {"alice": "{}"}', 'NAMES.append("{}")', 'NAMES = frozenset({"{}"})'],
      comparison: ['if NAME == "{}":\n    f()', 'while x.NAME != "{}":\n    f()', 'ok = NAME not in ("{}",)'],
      case: ['match NAME:\n    case "{}":\n        f()'],
      return: ['def get_NAME():\n    return "{}"', 'get_NAME = lambda: "{}"', 'def NAME():\n    yield "{}"'],
      argument: ['os.environ.setdefault("NAME", "{}")', 'x.set_NAME("{}")', 'monkeypatch.setenv("NAME", "{}")'],
      check: ['assert NAME == "{}", "no"', 'self.assertEqual(x.NAME, "{}")'],
      comment: ["# NAME: {}\nf()", "f()  # NAME = '{}'"],
    },
    value: PYTHON_VALUES,
    member: {
      field: ['NAME = "{}"', 'NAME: str = "{}"', 'NAME: ClassVar[str] = "{}"', 'NAME: str = field(default="{}")'],
      enum: ['NAME = auto("{}")', 'NAME = "{}", 1'],
      default: ['def __init__(self, NAME="{}"):\n    pass', 'def m(self, *, NAME: str = "{}") -> None:\n    pass'],
      return: ['@property\ndef NAME(self):\n    return "{}"'],
      comment: ['"""NAME: {}"""'],
    },
    parameter: {
      default: ['NAME="{}"', 'a, NAME: str = "{}"', '*, NAME: Optional[str] = "{}"'],
      annotation: ['NAME: Literal["{}"]'],
    },
  },
  open: {
    value: {
      literal: ['"{}"', "'{}'", 'b"{}"', 'r"{}"'],
      joined: ['"{a}" + "{b}"', '("{a}" "{b}")', '"{e}"', 'f"{x}{}{y}"'],
      text: ['"use {} for it"', 'f"a {x} {}"'],
    },
    statement: { comment: ["# {}\nf()", "f()  # was {}", '"""Uses {}."""'] },
  },
  places: {
    statement: [
      "@@",
      "def g(x):\n    @@",
      "async def g(x):\n    with x:\n        @@",
      "class A:\n    def m(self, x):\n        @@",
      "if a:\n    pass\nelse:\n    @@",
      "try:\n    @@\nexcept E:\n    pass",
      "def test_it(x):\n    for a in x:\n        @@",
      "class TestA(TestCase):\n    def setUp(self):\n        @@",
    ],
    value: [
      "v = @@",
      "f(@@)",
      "def g():\n    return @@",
      "class A:\n    field = @@",
      "def g(a=@@):\n    pass",
      "@d(@@)\ndef g():\n    pass",
      "@d(a=@@)\nclass A:\n    pass",
      "v = [@@ for a in x]",
      "async def g():\n    await f(1, key=@@)",
      '@pytest.mark.parametrize("v", [@@])\ndef test_v(v):\n    assert v',
      "f(g(h(@@)))",
      'deep = {"one": {"two": @@}}',
      "with f(@@) as y:\n    pass",
      "raise E(@@)",
    ],
    member: [
      "class A:\n    @@",
      "@dataclass\nclass A(B):\n    a: int = 1\n    @@",
      "def f():\n    class A:\n        @@\n    return A",
      "class E(Enum):\n    @@\n    B = 2",
    ],
    parameter: ["def g(@@):\n    pass", "class A:\n    def m(@@):\n        pass", "async def g(@@) -> None:\n    pass"],
  },
};

const GO: LanguageShapes = {
  named: {
    statement: {
      assignment: [
        'NAME := "{}"',
        'var NAME = "{}"',
        'var NAME string = "{}"',
        'const NAME = "{}"',
        "NAME := `{}`",
        'x.NAME = "{}"',
        'x["NAME"] = "{}"',
        'a, NAME := 1, "{}"',
        'NAME := []byte("{}")',
      ],
      joined: ['NAME := "{a}" + "{b}"', 'NAME := "{e}"', 'NAME := "{a}" +\n\t"{b}"'],
      element: ['NAMES := []string{"{}", "b"}', 'NAMES := map[string]string{"alice": "{}"}'],
      comparison: ['if NAME == "{}" {\n\tf()\n}', 'ok := x.NAME != "{}"'],
      case: ['switch NAME {\ncase "{}":\n\tf()\n}'],
      argument: ['os.Setenv("NAME", "{}")', 'x.SetNAME("{}")', 'getEnv("NAME", "{}")'],
      comment: ["// NAME: {}\nf()", "f() // NAME = '{}'"],
    },
    value: {
      "key and value": ['Config{NAME: "{}"}', 'map[string]string{"NAME": "{}"}', '&Config{Outer: Outer{NAME: "{}"}}'],
      argument: ['setNAME("{}")', 'x.WithNAME("{}").Build()'],
      text: ['"host=db NAME={} user=x"', '"--NAME={}"'],
    },
  },
  open: {
    value: { literal: ['"{}"', "`{}`"], joined: ['"{a}" + "{b}"', '"{e}"'], text: ['"use {} for it"'] },
    statement: { comment: ["// {}\nf()", "/* was {} */"] },
  },
  places: {
    statement: [
      "package a\n\nfunc g(x T) {\n\t@@\n}",
      "package a\n\nfunc (t *T) m(x T) error {\n\t@@\n\treturn nil\n}",
      "package a\n\nfunc TestIt(t *testing.T) {\n\tfor _, a := range x {\n\t\t@@\n\t}\n}",
      "package a\n\nfunc g() {\n\tgo func() {\n\t\t@@\n\t}()\n}",
    ],
    value: [
      "package a\n\nvar v = @@",
      "package a\n\nfunc g() any {\n\treturn @@\n}",
      "package a\n\nfunc g() {\n\tf(1, @@)\n}",
      "package a\n\nvar list = []any{1, @@}",
      "package a\n\nfunc g() {\n\tif err := f(g(@@)); err != nil {\n\t\treturn\n\t}\n}",
    ],
    member: [],
    parameter: [],
  },
};

const JAVASCRIPT: LanguageShapes = {
  named: {
    statement: SCRIPT_STATEMENTS,
    value: SCRIPT_VALUES,
    member: SCRIPT_MEMBERS,
    parameter: SCRIPT_PARAMETERS,
  },
  open: { value: OPEN_SCRIPT_VALUES, statement: OPEN_COMMENTS },
  places: SCRIPT_PLACES,
};

/** All shapes, by language. */
export const CODE_SHAPES: Readonly<Record<GrammarLanguage, LanguageShapes>> = {
  javascript: JAVASCRIPT,
  typescript: TYPESCRIPT,
  tsx: TSX,
  python: PYTHON,
  go: GO,
};
