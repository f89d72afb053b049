/** `sdl audit`: whether the log of decisions over raw code and policy is as it was written, its last records, and changes of it that are known. */
import { acceptRepositoryAudit, listRepositoryAudit, verifyRepositoryAudit } from "@sdl/engine";
import { ExitCode } from "../exit-codes.js";
import { FoundProblems } from "../found-problems.js";
import { renderAuditRecords, renderAuditReport } from "../render/audit.js";
import { writeJson } from "../render/json.js";
import { repositoryArguments, type Session } from "../session.js";

/** @throws {FoundProblems} for a log that was changed, and for one that this home has no head for */
export async function auditVerifyCommand(session: Session): Promise<void> {
  const { engine, terminal, options } = session;
  const report = await verifyRepositoryAudit(engine, repositoryArguments(session).repoId);
  if (options.json === true) writeJson(terminal, report);
  else terminal.out(renderAuditReport(report, terminal.style));
  if (!report.isIntact) throw new FoundProblems();
  if (report.records > 0 && !report.hasHead) throw new FoundProblems(ExitCode.NotFound);
}

/** @throws {SdlError} where there is nothing to accept @throws {FoundProblems} for what no acceptance covers */
export async function auditAcceptCommand(session: Session, reason: string): Promise<void> {
  const { engine, terminal, options } = session;
  const report = await acceptRepositoryAudit(engine, repositoryArguments(session).repoId, reason);
  if (options.json === true) writeJson(terminal, report);
  else terminal.out(renderAuditReport(report, terminal.style));
  if (!report.isIntact) throw new FoundProblems();
}

export async function auditListCommand(session: Session, limit: number): Promise<void> {
  const { engine, terminal, options } = session;
  const records = await listRepositoryAudit(engine, repositoryArguments(session).repoId, limit);
  if (options.json === true) writeJson(terminal, { records });
  else terminal.out(renderAuditRecords(records, terminal.style));
}
