/**
 * Seeded random generator of numbers in [0, 1): the same sequence on every machine.
 * Source: mulberry32 (Tommy Ettinger, 2017), with the mixer of @sdl/model.
 */
import { mix32 } from "@sdl/model/text";

/** Creates a generator; equal seeds give equal sequences. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    return mix32(state) / 2 ** 32;
  };
}
