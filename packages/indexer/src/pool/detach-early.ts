/**
 * V8 compiles code over typed arrays on the assumption that no buffer was ever detached in its thread, and throws all of it away when
 * one is: when the parser's memory first grows, when the first reply is transferred. A worker that detaches a buffer before any code is
 * hot compiles such code once, not twice or thrice.
 */
export function detachEarly(): void {
  const buffer = new ArrayBuffer(8);
  structuredClone(buffer, { transfer: [buffer] });
}
