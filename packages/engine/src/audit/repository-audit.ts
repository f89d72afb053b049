/** Audit log of a repository: its path, and operations to verify, list and accept it. */
import { SdlError } from "@sdl/model";
import type { Engine } from "../contract/engine.js";
import { sanitizeText } from "../contract/sanitize-answer.js";
import type { RegistryEntry } from "../registry/registry-file.js";
import { AuditLog, auditPathOf } from "./audit-log.js";
import type { AuditRecord } from "./audit-record.js";
import { listAudit } from "./scan-log.js";
import { type AuditReport, verifyAudit } from "./verify-audit.js";

/** The audit log of a registered repository. */
export function auditLogOf(engine: Engine, entry: RegistryEntry): AuditLog {
  return new AuditLog(() => auditPlace(engine, entry));
}

/** @throws {SdlError} `repo_not_found` */
export function verifyRepositoryAudit(engine: Engine, repoId: string | undefined): Promise<AuditReport> {
  return verifyAudit(auditPlace(engine, engine.resolve(repoId)));
}

/** @returns the last records, newest last @throws {SdlError} `repo_not_found` */
export function listRepositoryAudit(
  engine: Engine,
  repoId: string | undefined,
  limit: number,
): Promise<readonly AuditRecord[]> {
  return listAudit(auditPlace(engine, engine.resolve(repoId)).log, limit);
}

/** Maximum problems listed in the record that accepts them. */
const MAX_TOLD = 20;

/**
 * Accepts a changed log in its current state, for the owner's reason: a record states the acceptance, and verifying continues from there. Not
 * available as an action: a client that reads code must not excuse changes of the log that records its reads.
 * @returns the report after the acceptance
 * @throws {SdlError} `repo_not_found`; `invalid_params` if there is nothing to accept; any failure to write the record
 */
export async function acceptRepositoryAudit(
  engine: Engine,
  repoId: string | undefined,
  reason: string,
): Promise<AuditReport> {
  const entry = engine.resolve(repoId);
  const place = auditPlace(engine, entry);
  const { isIntact, hasHead, records, problems } = await verifyAudit(place);
  if (isIntact && (hasHead || records === 0))
    throw new SdlError("invalid_params", `the audit log ${place.log} is unchanged: there is nothing to accept`);
  const told = problems
    .slice(0, MAX_TOLD)
    .map(({ line, what }) => (line === undefined ? what : `line ${line}: ${what}`));
  const decision = {
    repoId: entry.repoId,
    reason: sanitizeText(reason),
    problems: told,
    problemCount: problems.length,
  };
  const outcome = await auditLogOf(engine, entry).accept(engine.now(), decision);
  if (!outcome.isRecorded) throw outcome.failure;
  return verifyAudit(place);
}

function auditPlace(engine: Engine, entry: RegistryEntry) {
  return { log: auditPathOf(engine.auditDirectory(entry)), home: engine.home };
}
