/** A repository's audit log, for those who check it. */
import type { Engine } from "../registry/engine.js";
import { type AuditRecord, auditPathOf } from "./audit-log.js";
import { type AuditReport, listAudit, verifyAudit } from "./verify-audit.js";

/** @throws {SdlError} `repo_not_found` */
export function verifyRepositoryAudit(engine: Engine, repoId: string | undefined): Promise<AuditReport> {
  return verifyAudit(auditPathOf(engine.storePath(engine.resolve(repoId))));
}

/** @returns the last records, newest last @throws {SdlError} `repo_not_found` */
export function listRepositoryAudit(
  engine: Engine,
  repoId: string | undefined,
  limit: number,
): Promise<readonly AuditRecord[]> {
  return listAudit(auditPathOf(engine.storePath(engine.resolve(repoId))), limit);
}
