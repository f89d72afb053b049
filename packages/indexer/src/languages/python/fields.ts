/** Attributes of classes that are no symbols: declared ones, and `self.x = …` in methods. One row per class and name. */
import { FIELDS } from "@sdl/model";
import type { PythonFile } from "./python-file.js";

export class Fields {
  private readonly rows = new Map<number, Map<number, number>>();
  /** Names of each class that are symbols. */
  private readonly members = new Map<number, ReadonlySet<number>>();

  constructor(private readonly file: PythonFile) {}

  /** Names that methods and nested classes take: they are no fields. */
  setMembers(cls: number, names: ReadonlySet<number>): void {
    this.members.set(cls, names);
  }

  /** The first type and the first value that say something win. @param type, value expressions, 0 for none */
  add(cls: number, name: number, type: number, value: number): void {
    if (cls < 0 || this.members.get(cls)?.has(name) === true) return;
    const table = this.file.x.facts.table(FIELDS);
    const row = this.row(cls, name);
    if (type !== 0 && table.get(row, "typeOpt") === 0) table.set(row, "typeOpt", type + 1);
    if (value !== 0 && table.get(row, "valueOpt") === 0) table.set(row, "valueOpt", value + 1);
  }

  private row(cls: number, name: number): number {
    let names = this.rows.get(cls);
    if (names === undefined) {
      names = new Map();
      this.rows.set(cls, names);
    }
    let row = names.get(name);
    if (row === undefined) {
      row = this.file.x.facts.table(FIELDS).append({
        owner: cls,
        name: this.file.stringOf(name),
        typeOpt: 0,
        valueOpt: 0,
        flags: 0,
      });
      names.set(name, row);
    }
    return row;
  }
}
