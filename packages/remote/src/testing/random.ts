/** Random numbers by a seed. Source: mulberry32, by Tommy Ettinger (public domain). */

/** A generator of whole numbers from 0 to below its argument; equal seeds give equal numbers. */
export function randomNumbers(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}
