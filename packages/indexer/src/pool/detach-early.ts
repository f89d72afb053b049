/**
 * Early detaching of a buffer. V8 compiles code over typed arrays on the assumption that no buffer was detached in its
 * thread, and discards that code when one is: when the parser's memory first grows, or the first reply is transferred.
 * If a worker detaches a buffer before any code is hot, such code is compiled only once.
 */
export function detachEarly(): void {
  const buffer = new ArrayBuffer(8);
  structuredClone(buffer, { transfer: [buffer] });
}
