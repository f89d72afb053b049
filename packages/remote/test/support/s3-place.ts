/** A store in a bucket of its own, on a gateway that the test file started. */
import type { S3Gateway } from "../../src/testing/index.js";
import type { Place } from "./place.js";

/** Prefix of the store, so that nothing works by chance at the top of a bucket only. */
const PREFIX = "team/index";

export interface S3PlaceInTest extends Place {
  readonly bucket: string;
  /** Path of an object of the store. */
  pathOf(key: string): string;
}

export async function s3Place(gateway: S3Gateway): Promise<S3PlaceInTest> {
  const bucket = await gateway.makeBucket();
  const pathOf = (key: string) => `${bucket}/${PREFIX}/${key}`;
  return {
    url: `s3://${bucket}/${PREFIX}`,
    bucket,
    pathOf,
    damagePage: async (id) => {
      const bytes = await gateway.send("GET", pathOf(`pages/${id}`));
      bytes[bytes.length >> 1]! ^= 1;
      await gateway.send("PUT", pathOf(`pages/${id}`), bytes);
    },
    age: async (ms) => gateway.advance(ms),
  };
}
