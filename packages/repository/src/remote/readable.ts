/** Reading of what a push replaces or builds upon: what is damaged counts as absent, so that a push mends it. */
import { RemoteError } from "@sdl/remote";

/** @returns `undefined` if what is read is damaged @throws any other error */
export async function ifReadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RemoteError && error.code === "remote_damaged") return undefined;
    throw error;
  }
}
