/** Damaged stores for tests: stores of any size, with damage as a disk or another program causes it. */
import { cpSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findStoreDoubt, openLedger, recordIntact, schemaDirectory } from "@sdl/graph";
import { DAMAGES, seededDraw } from "@sdl/graph/testing";
import { FactsBuilder } from "@sdl/model/facts";

/** Damage done to a store. */
export interface DamageDone {
  readonly kind: string;
  /** Whether the file's times were restored. */
  readonly keepsTimes: boolean;
  /** Whether any byte differs. */
  readonly hasChanged: boolean;
}

/** A sound store that can be copied again and again. */
export class StoreTemplate {
  private constructor(
    private readonly folder: string,
    private readonly older: Buffer,
  ) {}

  /**
   * Copies a store, grown to a size by facts that no version names: the repository that it is rebuilt from stays small.
   * @param folder of the copy; created
   */
  static async make(store: string, folder: string, sizeBytes: number): Promise<StoreTemplate> {
    cpSync(store, folder, { recursive: true });
    const older = readFileSync(dataFile(folder));
    await grow(folder, sizeBytes);
    return new StoreTemplate(folder, older);
  }

  get sizeBytes(): number {
    return statSync(dataFile(this.folder)).size;
  }

  /** Puts a sound copy into `store`, with a matching stamp. */
  place(store: string): void {
    rmSync(store, { recursive: true, force: true });
    cpSync(this.folder, store, { recursive: true });
    const doubt = findStoreDoubt(store);
    if (doubt !== undefined) recordIntact(store, doubt, doubt.writes);
    if (findStoreDoubt(store) !== undefined) throw new Error("the copy of a sound store is in doubt");
  }

  /** Damages the data file of a placed store; the seed determines how and where. */
  damage(store: string, seed: number): DamageDone {
    const draw = seededDraw(seed);
    const kinds = Object.entries(DAMAGES);
    const [kind, damage] = kinds[seed % kinds.length] ?? kinds[0] ?? failForMissingFile();
    const path = dataFile(store);
    const { atime, mtime } = statSync(path);
    const before = readFileSync(path);
    const after = damage(Buffer.from(before), draw, this.older);
    writeFileSync(path, after);
    const keepsTimes = draw(2) === 0;
    const lock = draw(4) === 0 ? Buffer.alloc(1 + draw(40_000), draw(256)) : undefined;
    ifStillThere(() => {
      if (keepsTimes) utimesSync(path, atime, mtime);
      if (lock !== undefined) writeFileSync(join(path, "..", "lock.mdb"), lock);
    });
    return { kind, keepsTimes, hasChanged: !before.equals(after) };
  }
}

/** Ignores a missing file: a running server may have noticed the damage and set the store aside already. */
function ifStillThere(act: () => void): void {
  try {
    act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

async function grow(store: string, sizeBytes: number): Promise<void> {
  const draw = seededDraw(1);
  const ledger = openLedger({ directory: store });
  for (let number = 0; statSync(dataFile(store)).size < sizeBytes; ) {
    const batch = Array.from({ length: 64 }, () => {
      const key = (number++).toString(16).padStart(32, "f");
      // Small records share a page; large ones have pages of their own.
      return { key, page: randomPage(draw, draw(4) === 0 ? 60_000 : 900) };
    });
    ledger.putFacts(batch);
  }
  await ledger.close();
}

function randomPage(draw: (below: number) => number, length: number): Uint8Array {
  const builder = new FactsBuilder("python");
  const words = Buffer.alloc(length);
  for (let at = 0; at + 4 <= length; at += 4) words.writeUInt32LE(draw(2 ** 32), at);
  builder.string(words.toString("base64"));
  return builder.finish();
}

/** Path of a store's data file. */
function dataFile(store: string): string {
  return join(store, schemaDirectory(), "ledger", "data.mdb");
}

function failForMissingFile(): never {
  throw new Error("no kind of damage is known");
}
