/** Typed access to a decoded wire value. Malformed values throw an error with the position and the expected type. */
import { SliceError } from "../errors.js";

/** One wire value and its path, such as `c[3].n`. */
export class Reader {
  constructor(
    readonly value: unknown,
    readonly place: string,
  ) {}

  get isPresent(): boolean {
    return this.value !== undefined;
  }

  field(key: string): Reader {
    const { value } = this;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return this.fail("an object");
    return new Reader(Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined, `${this.place}.${key}`);
  }

  /** Items of the list; empty if the value is absent. */
  items(): Reader[] {
    const { value } = this;
    if (value === undefined) return [];
    if (!Array.isArray(value)) return this.fail("a list");
    return value.map((item, index) => new Reader(item, `${this.place}[${index}]`));
  }

  item(index: number): Reader {
    return this.items()[index] ?? new Reader(undefined, `${this.place}[${index}]`);
  }

  /** Result of `read`; `undefined` if the value is absent. */
  optional<T>(read: (reader: Reader) => T): T | undefined {
    return this.isPresent ? read(this) : undefined;
  }

  text(): string {
    return typeof this.value === "string" ? this.value : this.fail("a text");
  }

  texts(): string[] {
    return this.items().map((item) => item.text());
  }

  number(): number {
    return typeof this.value === "number" ? this.value : this.fail("a number");
  }

  numbers(): number[] {
    return this.items().map((item) => item.number());
  }

  /** Boolean from true, false, 1 or 0. */
  flag(): boolean {
    const { value } = this;
    return value === true || value === 1 || (value === false || value === 0 ? false : this.fail("0 or 1"));
  }

  oneOf<T extends string>(values: readonly T[]): T {
    return values.find((value) => value === this.value) ?? this.fail(`one of ${values.join(", ")}`);
  }

  /** The entry of a table at the index that the value is. */
  tableEntry<T>(table: readonly T[]): T {
    const found = typeof this.value === "number" ? table[this.value] : undefined;
    return found ?? this.fail(`an index below ${table.length}`);
  }

  fail(expected: string): never {
    const got = JSON.stringify(this.value) ?? "nothing";
    throw new SliceError(
      "INVALID_WIRE",
      `not a slice: ${this.place} is ${got.slice(0, 80)}, expected ${expected}; pass a value that encodeSlice returned`,
    );
  }
}
