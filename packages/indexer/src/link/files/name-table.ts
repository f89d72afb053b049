/** Table of names of all files in a run, as small numbers, so that names of different files compare as numbers. Knows texts only. */
import { hash32 } from "@sdl/model/text";

/** Numbers names; equal texts have equal numbers. */
export class NameTable {
  private readonly numbers = new Map<string, number>();
  private readonly texts: string[] = [];
  private readonly hashes: (number | undefined)[] = [];

  number(text: string): number {
    const known = this.numbers.get(text);
    if (known !== undefined) return known;
    const made = this.texts.length;
    this.numbers.set(text, made);
    this.texts.push(text);
    return made;
  }

  text(name: number): string {
    return this.texts[name] ?? "";
  }

  hash(name: number): number {
    const known = this.hashes[name];
    if (known !== undefined) return known;
    const made = hash32(this.text(name));
    this.hashes[name] = made;
    return made;
  }
}
