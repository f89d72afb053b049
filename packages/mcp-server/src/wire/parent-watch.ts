/** Watch of the parent process, by its id. Windows keeps reporting the first parent, so there this detects nothing. */
import process from "node:process";

const CHECK_INTERVAL_MS = 1_000;

/** @param onGone called once, when the parent has ended */
export function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, CHECK_INTERVAL_MS).unref();
}
