/** Tells that the process that started this one has gone. Windows names the first parent for ever: there it tells nothing. */
import process from "node:process";

const LOOK_MS = 1_000;

/** @param onGone called once */
export function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, LOOK_MS).unref();
}
