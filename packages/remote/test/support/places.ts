/** The kinds of places, on each of which the suite of the store runs. */
import { afterAll, beforeAll } from "vitest";
import { PostgresServer, whyNoPostgres } from "../../src/testing/index.js";
import { folderPlace } from "./folder-place.js";
import type { Place } from "./place.js";
import { postgresPlace } from "./postgres-place.js";

/** Why no server can be started here; the empty string if one can. */
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

export interface PlaceKind {
  readonly name: string;
  /** Why tests on such places are skipped; empty if they are not. */
  readonly skipped: string;
  make(): Promise<Place>;
}

/** Folder and PostgreSQL, with a server for the tests of the file. */
export function placeKinds(): readonly PlaceKind[] {
  const server = useServer();
  return [
    { name: "folder", skipped: "", make: async () => folderPlace() },
    { name: `PostgreSQL${WHY_SKIPPED}`, skipped: NO_POSTGRES, make: () => postgresPlace(server()) },
  ];
}
