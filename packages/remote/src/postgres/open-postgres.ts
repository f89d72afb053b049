/** Opens or creates a store in a database. */
import type { Backend } from "../backend.js";
import { PostgresConnection } from "./connection.js";
import { PostgresBackend } from "./postgres-backend.js";
import { openSchema } from "./schema.js";

/**
 * The store in a database.
 * @param isCreating makes the tables, or upgrades those of an older program
 * @throws {RemoteError} `remote_invalid`, `remote_driver_missing`, those of {@link openSchema}
 */
export async function openPostgres(url: string, isCreating: boolean): Promise<Backend> {
  const connection = await PostgresConnection.create(url);
  try {
    await openSchema(connection, isCreating);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return new PostgresBackend(connection);
}
