/** `sdl doctor`: finds problems of the installation, of an index, and of the server's entries in clients' files. */
import { type Change, type ClientFinding, checkClients, setUpClients } from "@sdl/clients";
import { diagnose, type Finding, homeDirectory, loadTokenCounter } from "@sdl/engine";
import { FoundProblems } from "../found-problems.js";
import { currentPlace, currentProgram } from "../place.js";
import { type DoctorFinding, renderFindings } from "../render/doctor.js";
import { shortPath } from "../render/init.js";
import { repositoryArguments, type Session, type SessionEnvironment } from "../session.js";
import { writeAnswer } from "./write-answer.js";

/** Options of `sdl doctor`. */
export interface DoctorOptions {
  readonly fix?: boolean;
  /** False: read no client's file and start no server that one names. */
  readonly clients?: boolean;
}

/** Prints all findings. @throws {FoundProblems} after printing, if a finding is a problem */
export async function doctorCommand(
  session: Session,
  environment: SessionEnvironment,
  { fix = false, clients = true }: DoctorOptions,
): Promise<void> {
  const { repoId } = repositoryArguments(session);
  const named = repoId === undefined ? undefined : session.engine.resolve(repoId).repoId;
  const own: readonly Finding[] = await diagnose(session.engine, named);
  const checked = clients ? await checkClientFiles(environment) : [];
  const fixed = fix ? repairClients(checked, environment) : [];
  const findings: DoctorFinding[] = [
    ...own,
    ...(fixed.length > 0 ? await checkClientFiles(environment) : checked).map((one) => asFinding(one, environment)),
  ];
  if (clients && checked.length === 0) findings.push(NO_CLIENT);
  const problems = findings.filter(({ level }) => level === "problem").length;
  const answer = { problems, findings, ...(fix ? { fixed } : {}) };
  writeAnswer(session, answer, (_, terminal) =>
    renderFindings(findings, fixed, { fix, place: currentPlace(environment) }, terminal),
  );
  if (problems > 0) throw new FoundProblems();
}

const NO_CLIENT: DoctorFinding = {
  level: "note",
  subject: "clients",
  text: "no coding agent's file names sdl",
  advice: "sdl init",
};

async function checkClientFiles(environment: SessionEnvironment): Promise<ClientFinding[]> {
  const { probeServer } = await import("@sdl/clients/probe");
  return checkClients({
    place: currentPlace(environment),
    program: currentProgram(environment),
    cwd: environment.cwd,
    probe: probeServer,
    countTokens: await loadTokenCounter(),
  });
}

function asFinding({ path, fix, text, ...rest }: ClientFinding, environment: SessionEnvironment): DoctorFinding {
  const isFixable = fix !== undefined;
  return {
    ...rest,
    text: `${shortPath(path, currentPlace(environment))}: ${text}`,
    ...(isFixable ? { fixable: true } : {}),
  };
}

/** Repairs clients' files only: an index repairs itself or has its own commands. */
function repairClients(findings: readonly ClientFinding[], environment: SessionEnvironment): Change[] {
  const common = {
    home: homeDirectory(environment.env),
    isDryRun: false,
    place: currentPlace(environment),
    program: currentProgram(environment),
  };
  return findings.flatMap(({ fix }) =>
    fix === undefined ? [] : setUpClients({ ...common, clients: [fix.client], scope: fix.scope, kinds: [fix.kind] }),
  );
}
