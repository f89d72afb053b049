/** Error messages of a system that lacks memory, files or threads. */
const STARVED = /could not allocate|out of memory|Worker initialization failure|ENOMEM|EMFILE|ENFILE|EAGAIN/i;

/** Whether a message reports a lack of memory or threads. @param message of a system or WebAssembly error */
export function isStarved(message: string): boolean {
  return STARVED.test(message);
}
