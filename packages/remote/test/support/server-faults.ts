/** What a store over a server keeps when connections are cut and when the server crashes. */
import { expect } from "vitest";
import type { RemoteStore } from "../../src/index.js";
import { putVersion, textPage, versionOf } from "./place.js";
import type { TcpProxy } from "./tcp-proxy.js";

/** Cuts the connection during each of 20 puts. @param store reaches its server through the proxy */
export async function expectReconnection(proxy: TcpProxy, store: RemoteStore): Promise<void> {
  const pages = Array.from({ length: 20 }, (_, i) => textPage(`page ${i}`));
  for (const page of pages) {
    const put = store.putPages([page]);
    proxy.cut();
    await put;
  }
  expect(await store.missingPages(pages.map(({ id }) => id))).toEqual([]);
}

/** Kills the server after a head was moved, and starts it again while the head is read. */
export async function expectNothingLost(
  server: { kill(): Promise<unknown>; startAgain(): Promise<unknown> },
  store: RemoteStore,
): Promise<void> {
  const id = await putVersion(store, versionOf("a", "b"));
  await store.swapHead("r", "branch/main", undefined, id);
  await server.kill();
  const answer = store.readHead("r", "branch/main");
  await server.startAgain();
  expect((await answer)?.manifest).toBe(id);
  expect((await store.readPages([id, ...versionOf("a", "b").pages.map((page) => page.id)])).size).toBe(3);
}
