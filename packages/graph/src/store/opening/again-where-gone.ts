import { isGone } from "../failures.js";

/** So often a store is opened again. */
const MAX_TRIES = 3;

/** Opens a store again that another process set aside or removed between a look at its folder and the opening. @throws what `open` throws last */
export function againWhereGone<T>(open: () => T): T {
  for (let left = MAX_TRIES; ; left--) {
    try {
      return open();
    } catch (error) {
      if (left === 0 || !isGone(error)) throw error;
    }
  }
}
