/** What is said where the system gives no memory, files or threads. */
const STARVED = /could not allocate|out of memory|Worker initialization failure|ENOMEM|EMFILE|ENFILE|EAGAIN/i;

/** @param message of an error of the system or of WebAssembly */
export function isStarved(message: string): boolean {
  return STARVED.test(message);
}
