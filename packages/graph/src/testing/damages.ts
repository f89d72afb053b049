/**
 * Kinds of damage to a store's data file for tests, chosen by random numbers. Handles bytes and the parts of the page layout where damage matters.
 */
import { Buffer } from "node:buffer";

/** Draws an integer from 0 up to, not including, `below`. */
export type DrawInteger = (below: number) => number;

/** @param older the file as it was some commits before @returns the damaged file; `file` may be modified */
type Damage = (file: Buffer, draw: DrawInteger, older: Buffer) => Buffer;

const HEADER_BYTES = 24;
/** Page flags. */
const BRANCH = 1;
const LEAF = 2;
/** Offsets in a meta page: root pages of the tree of free pages and of the tree of tables, then the commit number. */
const ROOTS = [24 + 24 + 40, 24 + 72 + 40] as const;
const TRANSACTION = 152;
const META_END = 168;

const flipBit: Damage = (file, draw) => flipByteIn(file, draw, 0, file.length);
const flipBits: Damage = (file, draw) => {
  for (let i = draw(20); i >= 0; i--) flipBit(file, draw, file);
  return file;
};
const scribble: Damage = (file, draw) => {
  for (let i = 0; i < 12; i++) fillRandomly(file, draw, draw(file.length - 64), 64);
  return file;
};
const overwriteRange: Damage = (file, draw) => {
  const length = 1 + draw(3 * pageBytes(file));
  return fillRandomly(file, draw, draw(file.length - length), length);
};
const clearPages: Damage = (file, draw) => {
  const [at, size] = [randomPageOffset(file, draw), pageBytes(file)];
  return file.fill(0, at, Math.min(file.length, at + size * (1 + draw(4))));
};
const copyPage: Damage = (file, draw) => {
  const from = randomPageOffset(file, draw);
  file.copyWithin(randomPageOffset(file, draw), from, from + pageBytes(file));
  return file;
};
const swapPages: Damage = (file, draw) => {
  const [a, b, size] = [randomPageOffset(file, draw), randomPageOffset(file, draw), pageBytes(file)];
  const first = Uint8Array.from(file.subarray(a, a + size));
  file.copyWithin(a, b, b + size);
  file.set(first, b);
  return file;
};
const takePagesBack: Damage = (file, draw, older) => {
  const size = pageBytes(file);
  for (let i = draw(8); i >= 0; i--) {
    const at = draw(Math.min(file.length, older.length) / size) * size;
    file.set(older.subarray(at, at + size), at);
  }
  return file;
};
const takeAllBack: Damage = (_file, _draw, older) => older;
const cutOff: Damage = (file, draw) => file.subarray(0, draw(file.length));
const cutOffPage: Damage = (file) => file.subarray(0, file.length - pageBytes(file));
const extend: Damage = (file, draw) => {
  const more = Buffer.alloc(1 + draw(3 * pageBytes(file)));
  return Buffer.concat([file, fillRandomly(more, draw, 0, more.length)]);
};
const damageMeta: Damage = (file, draw) => {
  const start = draw(2) * pageBytes(file);
  return flipByteIn(file, draw, start, start + META_END);
};
const forgetCommit: Damage = (file) => file.fill(0, newestMeta(file) + TRANSACTION, newestMeta(file) + TRANSACTION + 8);
const swapMetas: Damage = (file) => {
  const size = pageBytes(file);
  const first = Uint8Array.from(file.subarray(HEADER_BYTES, size));
  file.copyWithin(HEADER_BYTES, size + HEADER_BYTES, 2 * size);
  file.set(first, size + HEADER_BYTES);
  return file;
};
const scrambleMetas: Damage = (file, draw) => fillRandomly(file, draw, 0, 2 * pageBytes(file));
const damageFreeList: Damage = (file, draw) => flipInTree(file, draw, ROOTS[0]);
const damageTableList: Damage = (file, draw) => flipInTree(file, draw, ROOTS[1]);
const damageBranch: Damage = (file, draw) => flipInPage(file, draw, BRANCH);
const damageLeaf: Damage = (file, draw) => flipInPage(file, draw, LEAF);
const damageHeader: Damage = (file, draw) => {
  const at = randomPageOffset(file, draw);
  return flipByteIn(file, draw, at, at + HEADER_BYTES);
};
const replace: Damage = (file) => {
  file.fill(0);
  file.write("SQLite format 3\0", 0, "latin1");
  return file;
};

/** All kinds of damage, by name. */
export const DAMAGES: Readonly<Record<string, Damage>> = {
  flipBit,
  flipBits,
  scribble,
  overwriteRange,
  clearPages,
  copyPage,
  swapPages,
  takePagesBack,
  takeAllBack,
  cutOff,
  cutOffPage,
  extend,
  damageMeta,
  forgetCommit,
  swapMetas,
  scrambleMetas,
  damageFreeList,
  damageTableList,
  damageBranch,
  damageLeaf,
  damageHeader,
  replace,
};

/** The mulberry32 generator. */
export function seededDraw(seed: number): DrawInteger {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

function flipByteIn(file: Buffer, draw: DrawInteger, start: number, end: number): Buffer {
  const at = start + draw(end - start);
  file.writeUInt8(file.readUInt8(at) ^ (1 << draw(8)), at);
  return file;
}

function fillRandomly(file: Buffer, draw: DrawInteger, start: number, length: number): Buffer {
  for (let at = start; at < start + length; at++) file.writeUInt8(draw(256), at);
  return file;
}

/** Flips a bit in the root page of a tree. */
function flipInTree(file: Buffer, draw: DrawInteger, field: number): Buffer {
  const root = file.readUIntLE(newestMeta(file) + field, 6) * pageBytes(file);
  return root < file.length ? flipByteIn(file, draw, root, root + pageBytes(file)) : file;
}

/** Flips a bit in a page of the given kind: the first one after a random position. */
function flipInPage(file: Buffer, draw: DrawInteger, kind: number): Buffer {
  const size = pageBytes(file);
  const start = randomPageOffset(file, draw);
  for (let i = 0; i < file.length / size; i++) {
    const at = (start + i * size) % file.length;
    if (at >= 2 * size && at + size <= file.length && file.readUInt16LE(at + 18) === kind)
      return flipByteIn(file, draw, at, at + size);
  }
  return flipByteIn(file, draw, start, start + size);
}

function pageBytes(file: Buffer): number {
  return file.readUInt32LE(48);
}

/** Offset of the meta page of the newest commit. */
function newestMeta(file: Buffer): number {
  const size = pageBytes(file);
  return file.readUIntLE(TRANSACTION, 6) >= file.readUIntLE(size + TRANSACTION, 6) ? 0 : size;
}

function randomPageOffset(file: Buffer, draw: DrawInteger): number {
  const size = pageBytes(file);
  return draw(file.length / size) * size;
}
