/** Manifests: any list of pages comes back, any other bytes are refused with the package's error. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeManifest, encodeManifest, type PageId, RemoteError } from "../../src/index.js";

const ids = fc.uniqueArray(
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString("hex") as PageId),
  { maxLength: 20 },
);

test("a decoded manifest lists what was encoded", () => {
  fc.assert(fc.property(ids, (list) => void expect(decodeManifest(encodeManifest(list))).toEqual(list)));
});

test("a page listed twice is refused on both sides", () => {
  const [a, b] = ["a".repeat(64) as PageId, "b".repeat(64) as PageId];
  expect(() => encodeManifest([a, b, a])).toThrow(expect.objectContaining({ code: "remote_invalid" }));
  const bytes = encodeManifest([a, b]);
  bytes.copyWithin(37, 5, 37);
  expect(() => decodeManifest(bytes)).toThrow(expect.objectContaining({ code: "remote_damaged" }));
});

test("shortened, lengthened and changed manifests decode to another list or are refused", () => {
  fc.assert(
    fc.property(ids, fc.nat(), fc.nat({ max: 255 }), fc.nat({ max: 700 }), (list, at, value, length) => {
      const bytes = Buffer.alloc(length);
      Buffer.from(encodeManifest(list)).copy(bytes);
      if (length > 0) bytes[at % length] = value;
      try {
        expect(Buffer.from(encodeManifest(decodeManifest(bytes)))).toEqual(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(RemoteError);
      }
    }),
  );
});
