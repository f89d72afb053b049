/** The kinds of places, on each of which the suite of the store runs. */
import { afterAll, beforeAll } from "vitest";
import { PostgresServer, S3Gateway, whyNoGateway, whyNoPostgres } from "../../src/testing/index.js";
import { folderPlace } from "./folder-place.js";
import type { Place } from "./place.js";
import { postgresPlace } from "./postgres-place.js";
import { s3Place } from "./s3-place.js";

/** Why no PostgreSQL server can be started here; the empty string if one can. */
export const NO_POSTGRES = whyNoPostgres();

/** The reason as a part of a test's name. */
export const WHY_SKIPPED = NO_POSTGRES === "" ? "" : ` (skipped: ${NO_POSTGRES})`;

/** Starts a server for the tests of the file. @returns the server, once its tests run */
export function useServer(): () => PostgresServer {
  let server: PostgresServer | undefined;
  if (NO_POSTGRES === "") {
    beforeAll(async () => {
      server = await PostgresServer.start();
    });
    afterAll(() => server?.remove());
  }
  return () => {
    if (server === undefined) throw new Error("the server is started before the first test");
    return server;
  };
}

/** Why no gateway of buckets can be started here; the empty string if one can. */
export const NO_GATEWAY = whyNoGateway();

/** The reason as a part of a test's name. */
export const WHY_NO_GATEWAY = NO_GATEWAY === "" ? "" : ` (skipped: ${NO_GATEWAY})`;

/** Starts a gateway for the tests of the file, and names it in the environment. @returns it, once its tests run */
export function useGateway(): () => S3Gateway {
  let gateway: S3Gateway | undefined;
  if (NO_GATEWAY === "") {
    beforeAll(async () => {
      gateway = await S3Gateway.start();
      Object.assign(process.env, gateway.environment());
    }, 120_000);
    afterAll(() => gateway?.remove());
  }
  return () => {
    if (gateway === undefined) throw new Error("the gateway is started before the first test");
    return gateway;
  };
}

export interface PlaceKind {
  readonly name: string;
  /** Why tests on such places are skipped; empty if they are not. */
  readonly skipped: string;
  make(): Promise<Place>;
}

/** Folder, PostgreSQL and bucket, with servers for the tests of the file. */
export function placeKinds(): readonly PlaceKind[] {
  const server = useServer();
  const gateway = useGateway();
  return [
    { name: "folder", skipped: "", make: async () => folderPlace() },
    { name: `PostgreSQL${WHY_SKIPPED}`, skipped: NO_POSTGRES, make: () => postgresPlace(server()) },
    { name: `bucket${WHY_NO_GATEWAY}`, skipped: NO_GATEWAY, make: () => s3Place(gateway()) },
  ];
}
