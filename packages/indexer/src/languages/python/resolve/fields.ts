/** Fields of classes that are no symbols: declared attributes, and `self.x = …` in methods. One row per class and name. */
import { ExprOp, FIELDS } from "@sdl/model/facts";
import type { PythonFile } from "../python-file.js";

/** Maximum number of values stored per field. */
const MAX_VALUES = 4;

/** Collects the fields of a file's classes. */
export class Fields {
  /** Values by row of the field. */
  private readonly values: number[][] = [];
  private readonly added: { readonly cls: number; readonly name: number; readonly items: number }[] = [];
  private readonly rows = new Map<number, Map<number, number>>();
  /** Names of each class that are symbols, by class. */
  private readonly members = new Map<number, ReadonlySet<number>>();

  constructor(private readonly file: PythonFile) {}

  /** Sets the names of methods and nested classes, which cannot be fields. */
  setMembers(cls: number, names: ReadonlySet<number>): void {
    this.members.set(cls, names);
  }

  /** Adds a type and a value of a field: the first known type wins, several values are kept. @param type, value expressions, 0 for none */
  add(cls: number, name: number, type: number, value: number): void {
    const { file } = this;
    if (cls < 0 || this.members.get(cls)?.has(name) === true) return;
    const table = file.facts.table(FIELDS);
    const row = this.row(cls, name);
    if (type !== 0 && table.get(row, "typeOpt") === 0) table.set(row, "typeOpt", type + 1);
    if (value === 0) return;
    const values = this.values[row] ?? [];
    if (values.includes(value) || values.length >= MAX_VALUES) return;
    this.values[row] = [...values, value];
    const known = table.get(row, "valueOpt");
    table.set(row, "valueOpt", (known === 0 ? value : file.expr(ExprOp.Union, known - 1, value)) + 1);
  }

  /** Records a container whose items are added to the one that a field holds. Does not declare the field: a base class may do so. */
  addItems(cls: number, name: number, items: number): void {
    this.added.push({ cls, name, items });
  }

  /** Writes the items. Call when all fields are declared. */
  finish(): void {
    for (const { cls, name, items } of this.added)
      if (this.rows.get(cls)?.has(name) === true) this.add(cls, name, 0, items);
  }

  private row(cls: number, name: number): number {
    let names = this.rows.get(cls);
    if (names === undefined) {
      names = new Map();
      this.rows.set(cls, names);
    }
    let row = names.get(name);
    if (row === undefined) {
      row = this.file.facts.table(FIELDS).append({
        owner: cls,
        name: this.file.names.string(name),
        typeOpt: 0,
        valueOpt: 0,
        flags: 0,
      });
      names.set(name, row);
    }
    return row;
  }
}
