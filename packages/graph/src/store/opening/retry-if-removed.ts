/** Retries of opening a store that another process replaces. */
import { isGone } from "../failures.js";

/** Number of retries. */
const MAX_TRIES = 3;

/**
 * Retries opening a store that another process removed or set aside between the check of its folder and the opening. @throws the last error of
 * `open`
 */
export function retryIfRemoved<T>(open: () => T): T {
  for (let left = MAX_TRIES; ; left--) {
    try {
      return open();
    } catch (error) {
      if (left === 0 || !isGone(error)) throw error;
    }
  }
}
