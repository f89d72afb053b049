/** Records which fields of the contract answers had or lacked, and fields that the contract does not define. */
import type { Field, Notation, Shape } from "./shape-notation.js";

/** Location of a value: a definition of fields.txt, and the path inside it. */
interface Place {
  readonly origin: string;
  readonly path: string;
}

export class FieldSightings {
  private readonly present = new Set<string>();
  private readonly absent = new Set<string>();

  constructor(private readonly notation: Notation) {}

  /** @param action the answer's action; `Error` for an error @returns one line per deviation from the contract */
  note(action: string, answer: unknown): string[] {
    return this.walk(this.notation.shape(action), answer, { origin: action, path: "" });
  }

  /** Fields that no answer had, and optional ones that every answer had. */
  missing(): string[] {
    const fields = new Map<string, Field>();
    for (const name of ["Error", ...this.notation.answers])
      this.collect(this.notation.shape(name), { origin: name, path: "" }, fields);
    return [...fields].flatMap(([key, { isOptional }]) => {
      if (!this.present.has(key)) return [`never there: ${key}`];
      return isOptional && !this.absent.has(key) ? [`always there: ${key}`] : [];
    });
  }

  private walk(shape: Shape, value: unknown, place: Place): string[] {
    switch (shape.form) {
      case "scalar":
        return isScalar(shape.name, value) ? [] : [`${text(place)}: ${JSON.stringify(value)} is no ${shape.name}`];
      case "literal":
        return value === shape.value
          ? []
          : [`${text(place)}: ${JSON.stringify(value)} is not ${JSON.stringify(shape.value)}`];
      case "list":
        if (!Array.isArray(value)) return [`${text(place)}: is no list`];
        return value.flatMap((one) => this.walk(shape.of, one, { ...place, path: `${place.path}[]` }));
      case "map":
        if (!isObject(value)) return [`${text(place)}: is no map`];
        return Object.values(value).flatMap((one) => this.walk(shape.of, one, { ...place, path: `${place.path}.*` }));
      case "union":
        return this.walkUnion(shape.of, value, place);
      case "object":
        return isObject(value) ? this.walkFields(shape.fields, value, place) : [`${text(place)}: is no object`];
      case "named":
        // In a compact wire format a slice has other field names: its decoding is tested with the format.
        if (shape.isLoose && !isStandard(value)) return [];
        return this.walk(this.notation.shape(shape.name), value, { origin: shape.name, path: "" });
    }
  }

  /** Walks the first alternative that matches; if none does, reports the problems of the nearest one. */
  private walkUnion(shapes: readonly Shape[], value: unknown, place: Place): string[] {
    const tried = shapes.map((shape) => ({
      shape,
      problems: new FieldSightings(this.notation).walk(shape, value, place),
    }));
    const best = tried.sort((a, b) => a.problems.length - b.problems.length)[0];
    return best === undefined ? [] : this.walk(best.shape, value, place);
  }

  private walkFields(fields: readonly Field[], value: Readonly<Record<string, unknown>>, place: Place): string[] {
    const known = new Set(fields.map(({ name }) => name));
    const unknown = Object.keys(value).filter((name) => !known.has(name));
    const problems = unknown.map((name) => `${text(place)}: has ${name}, which the contract does not know`);
    for (const field of fields) {
      const inner = placeOf(field, place);
      const one = value[field.name];
      (one === undefined ? this.absent : this.present).add(text(inner));
      if (one !== undefined) problems.push(...this.walk(field.shape, one, inner));
      else if (!field.isOptional) problems.push(`${text(inner)}: is missing`);
    }
    return problems;
  }

  private collect(shape: Shape, place: Place, into: Map<string, Field>): void {
    if (shape.form === "list") this.collect(shape.of, { ...place, path: `${place.path}[]` }, into);
    if (shape.form === "map") this.collect(shape.of, { ...place, path: `${place.path}.*` }, into);
    if (shape.form === "union") for (const one of shape.of) this.collect(one, place, into);
    if (shape.form === "named") this.collectNamed(shape.name, into);
    if (shape.form !== "object") return;
    for (const field of shape.fields) {
      const inner = placeOf(field, place);
      const key = text(inner);
      const before = into.get(key);
      into.set(key, before ?? field);
      if (before === undefined) this.collect(field.shape, inner, into);
    }
  }

  private collectNamed(name: string, into: Map<string, Field>): void {
    const shape = this.notation.shape(name);
    this.collect(shape, { origin: name, path: "" }, into);
  }
}

function placeOf(field: Field, place: Place): Place {
  const isOwn = field.origin === place.origin;
  return { origin: field.origin, path: `${isOwn ? place.path : ""}.${field.name}` };
}

function text({ origin, path }: Place): string {
  return `${origin}${path}`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isStandard(value: unknown): boolean {
  return isObject(value) && "budget" in value;
}

function isScalar(name: string, value: unknown): boolean {
  if (name === "any") return true;
  if (name === "int") return Number.isInteger(value);
  return typeof value === name;
}
