/** A repository's audit log: where it lies, and what those who check it ask. */
import type { Engine } from "../registry/engine.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { AuditLog, auditPathOf } from "./audit-log.js";
import type { AuditRecord } from "./audit-record.js";
import { listAudit } from "./scan-log.js";
import { type AuditReport, verifyAudit } from "./verify-audit.js";

export function auditOf(engine: Engine, entry: RegistryEntry): AuditLog {
  return new AuditLog(() => placeOf(engine, entry));
}

/** @throws {SdlError} `repo_not_found` */
export function verifyRepositoryAudit(engine: Engine, repoId: string | undefined): Promise<AuditReport> {
  return verifyAudit(placeOf(engine, engine.resolve(repoId)));
}

/** @returns the last records, newest last @throws {SdlError} `repo_not_found` */
export function listRepositoryAudit(
  engine: Engine,
  repoId: string | undefined,
  limit: number,
): Promise<readonly AuditRecord[]> {
  return listAudit(placeOf(engine, engine.resolve(repoId)).log, limit);
}

function placeOf(engine: Engine, entry: RegistryEntry) {
  return { log: auditPathOf(engine.storePath(entry)), home: engine.home };
}
