/** Error messages of a system that lacks memory, files or threads. */
const STARVED = /could not allocate|out of memory|Worker initialization failure|ENOMEM|EMFILE|ENFILE|EAGAIN/i;

/** Whether a message means such a lack. @param message of an error of the system or of WebAssembly */
export function isStarved(message: string): boolean {
  return STARVED.test(message);
}
