/** What only a store in a bucket does: URLs, environment, rights, lost connections, other objects. */
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openRemote, type RemoteStore, shownPlace } from "../../src/index.js";
import { freePort } from "../../src/testing/free-port.js";
import { openAt, putVersion, textPage, versionOf } from "../support/place.js";
import { NO_GATEWAY, useGateway, WHY_NO_GATEWAY } from "../support/places.js";
import { s3Place } from "../support/s3-place.js";
import { expectNothingLost, expectReconnection } from "../support/server-faults.js";
import { TcpProxy } from "../support/tcp-proxy.js";

const DAY_MS = 24 * 3_600_000;

const code = (value: string) => expect.objectContaining({ code: value });

/** Sets variables of the environment for this test only. */
function setEnvironment(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

const ACCESS = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "s3cret", AWS_ENDPOINT_URL_S3: "http://127.0.0.1:1" };

test("a place is shown as it is named", () => {
  expect(shownPlace("s3://bucket")).toBe("s3://bucket");
  expect(shownPlace("s3://my-bucket.org/team/app_1/")).toBe("s3://my-bucket.org/team/app_1");
});

test.each([
  "s3://id:s3cret@bucket/team",
  "s3://",
  "s3:///team",
  "s3://B",
  "s3://bucket?key=s3cret",
  "s3://bucket/a?key=s3cret",
  "s3://bucket/../team",
  "s3://bucket/a//s3cret",
  "s3://bucket/größe",
])("the URL %s is refused without showing it", async (url) => {
  setEnvironment(ACCESS);
  await expect(openRemote(url)).rejects.toEqual(code("remote_invalid"));
  await expect(openRemote(url)).rejects.not.toThrow("s3cret");
});

test("without credentials the message says which variables to set", async () => {
  setEnvironment({ ...ACCESS, AWS_SECRET_ACCESS_KEY: "" });
  await expect(openRemote("s3://bucket/team")).rejects.toThrow("set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
});

test.each(["127.0.0.1:9000", "https://id:s3cret@host", "ftp://host", "https://host/?a=s3cret"])(
  "the endpoint %s is refused",
  async (endpoint) => {
    setEnvironment({ ...ACCESS, AWS_ENDPOINT_URL_S3: endpoint });
    await expect(openRemote("s3://bucket/team")).rejects.toEqual(code("remote_invalid"));
    await expect(openRemote("s3://bucket/team")).rejects.not.toThrow("s3cret");
  },
);

test("a server that is not there is unreachable", async () => {
  const host = `127.0.0.1:${await freePort()}`;
  setEnvironment({ ...ACCESS, AWS_ENDPOINT_URL_S3: `http://${host}` });
  const message = `s3://bucket/team cannot be reached at ${host} (ECONNREFUSED): check AWS_ENDPOINT_URL_S3`;
  await expect(openRemote("s3://bucket/team")).rejects.toThrow(message);
});

describe.skipIf(NO_GATEWAY !== "")(`on a gateway${WHY_NO_GATEWAY}`, () => {
  const gateway = useGateway();

  test("a wrong key and a bucket that does not exist", async () => {
    const { url } = await s3Place(gateway());
    await expect(openRemote("s3://no-such-bucket/team")).rejects.toThrow("create the bucket, or correct its name");
    await expect(openRemote("s3://no-such-bucket/team", { create: true })).rejects.toEqual(code("remote_not_found"));
    setEnvironment({ AWS_SECRET_ACCESS_KEY: "s3cret" });
    await expect(openRemote(url)).rejects.toEqual(code("remote_denied"));
    await expect(openRemote(url)).rejects.not.toThrow("s3cret");
  });

  test("a prefix of other objects is not made a store; a newer format and a damaged mark are refused", async () => {
    const { url, pathOf } = await s3Place(gateway());
    await gateway().send("PUT", pathOf("thesis.txt"), "text");
    await expect(openRemote(url, { create: true })).rejects.toThrow("holds other objects (thesis.txt)");
    await gateway().send("PUT", pathOf("sdl-remote.json"), '{"format":2}\n');
    await expect(openRemote(url)).rejects.toThrow("has format 2, this program reads format 1: update this program");
    await gateway().send("PUT", pathOf("sdl-remote.json"), "{");
    await expect(openRemote(url)).rejects.toEqual(code("remote_damaged"));
  });

  test("who may only read reads, and is told what a push needs", async () => {
    const place = await s3Place(gateway());
    const store = await openAt(place);
    const id = await putVersion(store, versionOf("a".repeat(500)));
    await store.swapHead("r", "branch/main", undefined, id);
    const reader = await gateway().addReader(place.bucket);
    setEnvironment(reader);
    const reading = await openRemote(place.url);
    expect((await reading.readHead("r", "branch/main"))?.manifest).toBe(id);
    expect((await reading.readPages([id])).size).toBe(1);
    await expect(reading.putPages([textPage("b")])).rejects.toThrow("for pushes also s3:PutObject");
    await place.damagePage(textPage("a".repeat(500)).id);
    await expect(reading.readPages([textPage("a".repeat(500)).id])).rejects.toEqual(code("remote_damaged"));
  });

  test("a damaged record of a head is refused, and deleting it leads back", async () => {
    const place = await s3Place(gateway());
    const store = await openAt(place);
    const one = await putVersion(store, versionOf("one"));
    const two = await putVersion(store, versionOf("two"));
    await store.swapHead("r", "branch/main", undefined, one);
    await store.swapHead("r", "branch/main", one, two);
    const latest = (await gateway().keys(place.bucket)).filter((key) => key.includes("/heads/")).at(-1)!;
    await gateway().send("PUT", `${place.bucket}/${latest}`, "{}\n");
    await expect(store.readHead("r", "branch/main")).rejects.toThrow(latest.slice(latest.indexOf("heads/")));
    await gateway().send("DELETE", `${place.bucket}/${latest}`);
    expect((await store.readHead("r", "branch/main"))?.manifest).toBe(one);
  });

  test("after the grace time a collection leaves the mark, the latest records and their pages only", async () => {
    const place = await s3Place(gateway());
    const store = await openAt(place);
    const ids = [];
    for (const name of ["a", "b", "c"]) {
      ids.push(await putVersion(store, versionOf(name)));
      await store.swapHead("r", "branch/main", ids.at(-2), ids.at(-1));
    }
    await gateway().advance(8 * DAY_MS);
    await store.collectPages();
    const keys = (await gateway().keys(place.bucket)).map((key) => key.split("/").at(2));
    expect(keys.sort()).toEqual(["heads", "pages", "pages", "sdl-remote.json"]);
    expect((await store.readHead("r", "branch/main"))?.manifest).toBe(ids[2]);
  });

  describe("through a proxy", () => {
    async function openThroughProxy(): Promise<{ proxy: TcpProxy; store: RemoteStore; direct: RemoteStore }> {
      const place = await s3Place(gateway());
      const direct = await openAt(place);
      const proxy = await TcpProxy.start(gateway().port);
      onTestFinished(() => proxy.close());
      setEnvironment(gateway().environment(proxy.port));
      return { proxy, store: await openRemote(place.url), direct };
    }

    test("cut connections are made anew", async () => {
      const { proxy, store } = await openThroughProxy();
      await expectReconnection(proxy, store);
    });

    test("a swap whose answer was lost tells the truth", async () => {
      const { proxy, store, direct } = await openThroughProxy();
      const [a, b] = [await putVersion(direct, versionOf("a")), await putVersion(direct, versionOf("b"))];
      const swap = (from: typeof a | undefined, to: typeof a | undefined) => {
        proxy.loseAnswerTo(/^PUT \S*\/heads\//);
        return store.swapHead("r", "branch/x", from, to);
      };
      expect(await swap(undefined, a)).toBe(true);
      expect(await swap(a, b)).toBe(true);
      expect(await swap(textPage("never").id, a)).toBe(false);
      expect(await swap(b, undefined)).toBe(true);
      expect(await direct.listHeads("r")).toEqual([]);
    });
  });

  test("of 50 pushers that read the same head, one moves it", async () => {
    const place = await s3Place(gateway());
    const store = await openAt(place);
    const ids = await Promise.all(Array.from({ length: 50 }, (_, i) => putVersion(store, versionOf(`version ${i}`))));
    const moved = await Promise.all(ids.map((id) => store.swapHead("r", "branch/main", undefined, id)));
    expect(moved.filter(Boolean)).toHaveLength(1);
    expect((await store.readHead("r", "branch/main"))?.manifest).toBe(ids[moved.indexOf(true)]);
  });

  test("a gateway that crashes and starts again loses nothing that was acknowledged", async () => {
    const place = await s3Place(gateway());
    const store = await openAt(place);
    await expectNothingLost(gateway(), store);
  });
});
