/**
 * Parser of the notation of fields.txt, which is the contract's: `{ name, line: int, kind?: Kind, sites: [Site] }`.
 *
 *     Shape = TYPE                  a named shape, capitalised
 *     action.name = TYPE            an answer
 *     TYPE    { FIELDS } | [TYPE] | map TYPE | a scalar | a Shape | TYPE "|" TYPE | "text" | number
 *     FIELDS  `name`, a string; `name: TYPE`; `name?`: may be absent; `+name`: beyond the contract; `...Shape`: its fields
 *
 * Scalars: string, int, number, boolean, true, false, any. `loose Shape`: the schema allows any object, the answer has this shape.
 */

export type Shape =
  | { readonly form: "scalar"; readonly name: string }
  | { readonly form: "literal"; readonly value: unknown }
  | { readonly form: "list"; readonly of: Shape }
  | { readonly form: "map"; readonly of: Shape }
  | { readonly form: "union"; readonly of: readonly Shape[] }
  | { readonly form: "object"; readonly fields: readonly Field[] }
  | { readonly form: "named"; readonly name: string; readonly isLoose: boolean };

export interface Field {
  readonly name: string;
  readonly isOptional: boolean;
  readonly isExtra: boolean;
  readonly shape: Shape;
  /** The definition that contains the field; for a spread field, that of the spread shape. */
  readonly origin: string;
}

export class Notation {
  private constructor(private readonly definitions: ReadonlyMap<string, Shape>) {}

  /** @throws {Error} with the position of unreadable text */
  static parse(text: string): Notation {
    const definitions = new Map<string, Shape>();
    for (const paragraph of text.replace(/^#.*$/gm, "").split(/\n(?=\S)/)) {
      const [head, body] = splitOnce(paragraph.trim());
      if (head !== "") definitions.set(head, new Reader(head, body, definitions).readAll());
    }
    return new Notation(definitions);
  }

  /** Names of the answers, in file order. */
  get answers(): readonly string[] {
    return [...this.definitions.keys()].filter((name) => name.includes("."));
  }

  shape(name: string): Shape {
    const shape = this.definitions.get(name);
    if (shape === undefined) throw new Error(`fields.txt has no ${name}`);
    return shape;
  }

  /** The definition of a named shape; any other shape unchanged. */
  resolve(shape: Shape): Shape {
    return shape.form === "named" ? this.resolve(this.shape(shape.name)) : shape;
  }
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf("=");
  return at < 0 ? ["", ""] : [text.slice(0, at).trim(), text.slice(at + 1)];
}

const SCALARS = new Set(["string", "int", "number", "boolean", "any"]);

class Reader {
  private at = 0;
  private readonly tokens: readonly string[];

  constructor(
    private readonly where: string,
    text: string,
    private readonly known: ReadonlyMap<string, Shape>,
  ) {
    this.tokens = text.match(/"[^"]*"|\.\.\.|[{}[\]:,?|+]|-?[\w.-]+/g) ?? [];
  }

  readAll(): Shape {
    const shape = this.readUnion();
    if (this.at < this.tokens.length) this.fail("the end");
    return shape;
  }

  private readUnion(): Shape {
    const first = this.readOne();
    if (this.peek() !== "|") return first;
    const all = [first];
    while (this.take("|")) all.push(this.readOne());
    return { form: "union", of: all };
  }

  private readOne(): Shape {
    const token = this.next();
    if (token === "{") return { form: "object", fields: this.readFields() };
    if (token === "[") return { form: "list", of: this.readClosed("]") };
    if (token === "map") return { form: "map", of: this.readOne() };
    if (token === "loose") return { form: "named", name: this.next(), isLoose: true };
    if (SCALARS.has(token)) return { form: "scalar", name: token };
    if (/^("|true$|false$|-?\d)/.test(token)) return { form: "literal", value: JSON.parse(token) };
    if (/^[A-Z]/.test(token)) return { form: "named", name: token, isLoose: false };
    return this.fail(`a type, not ${token}`);
  }

  private readClosed(end: string): Shape {
    const shape = this.readUnion();
    if (!this.take(end)) this.fail(end);
    return shape;
  }

  private readFields(): Field[] {
    const fields: Field[] = [];
    while (!this.take("}")) {
      if (this.take("...")) fields.push(...this.fieldsOf(this.next()));
      else fields.push(this.readField());
      if (!this.take(",") && this.peek() !== "}") this.fail(", or }");
    }
    return fields;
  }

  private readField(): Field {
    const isExtra = this.take("+");
    const name = this.next();
    const isOptional = this.take("?");
    const shape: Shape = this.take(":") ? this.readUnion() : { form: "scalar", name: "string" };
    return { name, isOptional, isExtra, shape, origin: this.where };
  }

  private fieldsOf(name: string): readonly Field[] {
    const shape = this.known.get(name);
    return shape?.form === "object" ? shape.fields : this.fail(`${name} to stand above, as an object`);
  }

  private peek(): string | undefined {
    return this.tokens[this.at];
  }

  private next(): string {
    const token = this.tokens[this.at++];
    return token ?? this.fail("more");
  }

  private take(token: string): boolean {
    if (this.peek() !== token) return false;
    this.at++;
    return true;
  }

  private fail(expected: string): never {
    throw new Error(`${this.where}: expected ${expected} after ${this.tokens.slice(0, this.at).join(" ")}`);
  }
}
