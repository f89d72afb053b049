/** `sdl audit`: whether the log of decisions over raw code and policy is as it was written, its last records, and changes of it that are known. */
import { acceptRepositoryAudit, listRepositoryAudit, verifyRepositoryAudit } from "@sdl/engine";
import { ExitCode } from "../exit-codes.js";
import { FoundProblems } from "../found-problems.js";
import { renderAuditRecords, renderAuditReport } from "../render/audit.js";
import { repositoryArguments, type Session } from "../session.js";
import { writeAnswer } from "./write-answer.js";

/** @throws {FoundProblems} for a log that was changed, and for one that this home has no head for */
export async function auditVerifyCommand(session: Session): Promise<void> {
  const report = await verifyRepositoryAudit(session.engine, repositoryArguments(session).repoId);
  writeAnswer(session, report, renderAuditReport);
  if (!report.isIntact) throw new FoundProblems();
  if (report.records > 0 && !report.hasHead) throw new FoundProblems(ExitCode.NotFound);
}

/** @throws {SdlError} where there is nothing to accept @throws {FoundProblems} for what no acceptance covers */
export async function auditAcceptCommand(session: Session, { reason }: { readonly reason: string }): Promise<void> {
  const report = await acceptRepositoryAudit(session.engine, repositoryArguments(session).repoId, reason);
  writeAnswer(session, report, renderAuditReport);
  if (!report.isIntact) throw new FoundProblems();
}

export async function auditListCommand(session: Session, { limit }: { readonly limit: number }): Promise<void> {
  const records = await listRepositoryAudit(session.engine, repositoryArguments(session).repoId, limit);
  writeAnswer(session, { records }, (_, { style }) => renderAuditRecords(records, style));
}
