/** Ways in which a data file comes to harm, drawn by number. */
import type { Buffer } from "node:buffer";

const PAGE = 4096;

/** @param draw whole numbers from 0 up to, not including, its argument */
type Damage = (file: Buffer, draw: (below: number) => number) => Buffer;

const flipBits: Damage = (file, draw) => {
  for (let i = draw(20); i >= 0; i--) {
    const at = draw(file.length);
    file.writeUInt8(file.readUInt8(at) ^ (1 << draw(8)), at);
  }
  return file;
};
const scribble: Damage = (file, draw) => {
  for (let i = 0; i < 12; i++) {
    const at = draw(file.length - 64);
    for (let j = 0; j < 64; j++) file.writeUInt8(draw(256), at + j);
  }
  return file;
};
const clearPage: Damage = (file, draw) => {
  const at = pageAt(file, draw);
  return file.fill(0, at, at + PAGE);
};
const copyPage: Damage = (file, draw) => {
  const from = pageAt(file, draw);
  file.copyWithin(pageAt(file, draw), from, from + PAGE);
  return file;
};
const cutOff: Damage = (file, draw) => file.subarray(0, draw(file.length));
const cutOffPage: Damage = (file) => file.subarray(0, file.length - PAGE);
const damageMeta: Damage = (file, draw) => {
  const at = draw(2) * PAGE + 24 + draw(136);
  file.writeUInt8(file.readUInt8(at) ^ (1 << draw(8)), at);
  return file;
};
const swapMetas: Damage = (file) => {
  const first = Uint8Array.from(file.subarray(24, PAGE));
  file.copyWithin(24, PAGE + 24, 2 * PAGE);
  file.set(first, PAGE + 24);
  return file;
};
const scrambleMetas: Damage = (file, draw) => {
  for (let at = 0; at < 2 * PAGE; at++) file.writeUInt8(draw(256), at);
  return file;
};
const replace: Damage = (file) => {
  file.fill(0);
  file.write("SQLite format 3\0", 0, "latin1");
  return file;
};

export const DAMAGES: Readonly<Record<string, Damage>> = {
  flipBits,
  scribble,
  clearPage,
  copyPage,
  cutOff,
  cutOffPage,
  damageMeta,
  swapMetas,
  scrambleMetas,
  replace,
};

function pageAt(file: Buffer, draw: (below: number) => number): number {
  return draw(file.length / PAGE) * PAGE;
}

/** The mulberry32 generator. */
export function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
