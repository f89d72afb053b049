/**
 * `sdl audit`: checks the log of decisions about raw code and policy for changes, accepts a known change, and lists the
 * last records.
 */
import { acceptRepositoryAudit, listRepositoryAudit, verifyRepositoryAudit } from "@sdl/engine";
import { ExitCode } from "../exit-codes.js";
import { FoundProblems } from "../found-problems.js";
import { renderAuditRecords, renderAuditReport } from "../render/audit.js";
import { repositoryArguments, type Session } from "../session.js";
import { writeAnswer } from "./write-answer.js";

/**
 * Checks the log and prints the report. @throws {FoundProblems} if the log was changed, or if this home has no head to
 * compare it with
 */
export async function auditVerifyCommand(session: Session): Promise<void> {
  const report = await verifyRepositoryAudit(session.engine, repositoryArguments(session).repoId);
  writeAnswer(session, report, renderAuditReport);
  if (!report.isIntact) throw new FoundProblems();
  if (report.records > 0 && !report.hasHead) throw new FoundProblems(ExitCode.NotFound);
}

/**
 * Accepts a changed log under a reason. @throws {SdlError} if there is nothing to accept @throws {FoundProblems} if
 * problems remain that cannot be accepted
 */
export async function auditAcceptCommand(session: Session, { reason }: { readonly reason: string }): Promise<void> {
  const report = await acceptRepositoryAudit(session.engine, repositoryArguments(session).repoId, reason);
  writeAnswer(session, report, renderAuditReport);
  if (!report.isIntact) throw new FoundProblems();
}

/** Prints the last `limit` records, newest last. */
export async function auditListCommand(session: Session, { limit }: { readonly limit: number }): Promise<void> {
  const records = await listRepositoryAudit(session.engine, repositoryArguments(session).repoId, limit);
  writeAnswer(session, { records }, (_, { style }) => renderAuditRecords(records, style));
}
