/**
 * Verifies an audit log: against itself (each record is unchanged and in its place) and against the head in the user's home (the log ends where its
 * last writer left it). Reports what neither check can tell.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isLocked } from "@sdl/repository";
import { type HeadState, headFile, type LoadedHead, readHead, readHeadText } from "./audit-head.js";
import { type AuditPlace, headsElsewhere, loadMovedHead, resolveLogPath } from "./audit-log.js";
import type { LogEnd } from "./audit-record.js";
import { tornRecordsPath } from "./log-file.js";
import { type Acceptance, type AuditProblem, type ScannedLog, type ScannedRecord, scanLog } from "./scan-log.js";

/** Result of a verification. */
export interface AuditReport {
  readonly path: string;
  readonly headPath: string;
  readonly records: number;
  /** Whether there is no sign that the log was changed, cut off, replaced or removed. */
  readonly isIntact: boolean;
  /** Whether a head in this home knows where the log ends: without one, a cut-off end cannot be detected. */
  readonly hasHead: boolean;
  /** Why the log is not intact. */
  readonly problems: readonly AuditProblem[];
  /** Notable events in the log's history that are no sign of tampering. */
  readonly notes: readonly string[];
  /** Questions that the checks cannot answer. */
  readonly unknowns: readonly string[];
  /** Hash of the last record: a copy kept elsewhere reveals later whether log and head were both restored to an older state. */
  readonly lastHash?: string;
}

const NEVER_KNOWN =
  "Whether log and head were both restored to an older state. Only a copy of the last hash kept elsewhere can tell.";

const NEWER_HEAD =
  "Whether records were cut off at the end, or the whole log replaced: the head is from a newer program, and this one cannot read it. Verify with that program.";

/** @param place paths of log and head @throws the system's error if the log or head cannot be read */
export async function verifyAudit(place: AuditPlace): Promise<AuditReport> {
  const real = { log: resolveLogPath(place.log), home: place.home };
  const file = headFile(real.home, real.log);
  const { scan, head } = await scanConsistently(real, file);
  const found = collectFindings(real, scan, head);
  const last = scan.marks.at(-1);
  return {
    path: place.log,
    headPath: file,
    records: scan.marks.length,
    isIntact: found.problems.length === 0,
    hasHead: typeof head === "object",
    ...found,
    ...(last && { lastHash: last.hash }),
  };
}

/** Maximum number of attempts to read a log while a writer is active. */
const TRIES = 20;
const PAUSE_MS = 50;

/** Reads log and head in one consistent state: reads again if a writer changed the head or holds the lock meanwhile. */
async function scanConsistently(place: AuditPlace, file: string) {
  for (let tries = 1; ; tries++) {
    const before = readTextOfHead(file);
    const scan = await scanLog(place.log);
    const head = readHead(file);
    if ((before === readTextOfHead(file) && !isLocked(place.log)) || tries === TRIES)
      return { scan, head: head === "absent" ? (loadMovedHead(place) ?? head) : head };
    await sleep(PAUSE_MS);
  }
}

function readTextOfHead(file: string): string | undefined {
  try {
    return readHeadText(file);
  } catch {
    return undefined; // absent; any other fault is thrown when the head is parsed
  }
}

interface Findings {
  readonly problems: readonly AuditProblem[];
  readonly notes: readonly string[];
  readonly unknowns: readonly string[];
}

function collectFindings(place: AuditPlace, scan: ScannedLog, head: HeadState): Findings {
  const all = [recordFindings(scan), tornEndFindings(place, scan, head), headFindings(place, scan, head)];
  const unknowns = all.flatMap((one) => one.unknowns ?? []);
  const problems = [...scan.problems, ...all.flatMap((one) => one.problems ?? [])];
  const { accepted } = scan;
  // An acceptance covers only problems of lines before it, not problems of the whole log.
  const isAccepted = ({ line }: AuditProblem) => accepted !== undefined && line !== undefined && line <= accepted.line;
  const count = problems.filter(isAccepted).length;
  const notes = accepted === undefined ? [] : [describeAcceptance(accepted, count)];
  return {
    problems: problems.filter((problem) => !isAccepted(problem)),
    notes: [...notes, ...all.flatMap((one) => one.notes ?? [])],
    unknowns: scan.marks.length === 0 && unknowns.length === 0 ? [] : [...unknowns, NEVER_KNOWN],
  };
}

/** Sequence of records: from the last acceptance on, or from the first record. Before an acceptance, lines may be damaged. */
class RecordSequence {
  /** Number of the first record. */
  private readonly first: number;
  readonly marks: readonly ScannedRecord[];

  constructor({ marks, accepted }: ScannedLog) {
    this.first = accepted?.seq ?? 1;
    this.marks = accepted === undefined ? marks : marks.filter(({ line }) => line >= accepted.line);
  }

  /** Number of records in the log, including those before the acceptance. */
  get records(): number {
    return this.first - 1 + this.marks.length;
  }

  /** Whether the log contains this end. The end just before the first record always counts as contained. */
  hasRecord({ records, hash }: LogEnd): boolean {
    return records === this.first - 1 || this.marks[records - this.first]?.hash === hash;
  }

  /** Records after number `records`, up to number `until`. */
  listRecordsFrom(records: number, until = this.records): readonly ScannedRecord[] {
    return this.marks.slice(Math.max(0, records - this.first + 1), Math.max(0, until - this.first + 1));
  }
}

/** Findings from what records state about the log as their writers found it. */
function recordFindings(scan: ScannedLog): Partial<Findings> {
  const problems: AuditProblem[] = [];
  const unknowns: string[] = [];
  const sequence = new RecordSequence(scan);
  for (const { line, seq, head, knew, damagedHead } of scan.marks) {
    if (damagedHead) problems.push({ line, what: "the head was damaged when this record was written" });
    if (knew === undefined) continue;
    const between = sequence.listRecordsFrom(knew.records, seq - 1);
    if (sequence.hasRecord(knew) && between.length > 0 && between.every((other) => isFromOtherHead(other, head)))
      unknowns.push(describeForeignRecords(between));
    else
      problems.push({
        line,
        what: `before this record the head knew ${describeEnd(knew.records, knew.hash)}, but the log ended differently`,
      });
  }
  return { problems, unknowns };
}

function tornEndFindings({ log }: AuditPlace, scan: ScannedLog, head: HeadState): Partial<Findings> {
  const notes =
    scan.keptApartBytes === 0
      ? []
      : [
          `${scan.keptApartBytes} bytes of unfinished records, left by writers that died, are in ${tornRecordsPath(log)}.`,
        ];
  if (scan.tornBytes === 0) return { notes };
  const what = `${scan.tornBytes} bytes of an unfinished record follow the last record`;
  const isSettled = typeof head === "object" && head.next === undefined;
  if (isSettled) return { notes, problems: [{ what: `${what}, but no writer of this home was active` }] };
  return { notes: [...notes, `${what}: a writer died. The next record moves them into ${tornRecordsPath(log)}.`] };
}

function headFindings(place: AuditPlace, scan: ScannedLog, head: HeadState): Partial<Findings> {
  if (head === "damaged") return { problems: [{ what: "the head is damaged: the log's expected end is unknown" }] };
  if (head === "newer") return { unknowns: [NEWER_HEAD] };
  if (head === "absent") return checkAbsentHead(place, scan);
  const since =
    head.since.records === 0
      ? []
      : [
          `Records 1 to ${head.since.records} are older than the head: whether later records were cut off before the head was created.`,
        ];
  const moved = head.log === place.log ? [] : [`The log was moved here from ${head.log}.`];
  const compared = compareEnd(scan, head);
  return {
    problems: compared.problems ?? [],
    notes: [...moved, ...(compared.notes ?? [])],
    unknowns: [...since, ...(compared.unknowns ?? [])],
  };
}

function checkAbsentHead(place: AuditPlace, { marks, tornBytes }: ScannedLog): Partial<Findings> {
  if (marks.length === 0 && tornBytes === 0) return {};
  const question = "Whether records were cut off at the end, or the whole log replaced";
  const [original] = headsElsewhere(place);
  if (original !== undefined)
    return {
      unknowns: [`${question}: the log is a copy of ${original.head.log}, whose head does not cover the copy.`],
    };
  const ids = [...new Set(marks.flatMap(({ head }) => head ?? []))];
  const others = ids.length === 0 ? "" : ` Its records name head ${ids.join(", ")}, which is not in this home.`;
  return { unknowns: [`${question}: this home has no head for the log.${others}`] };
}

function compareEnd(scan: ScannedLog, head: LoadedHead): Partial<Findings> {
  const { end, next, id } = head;
  const sequence = new RecordSequence(scan);
  const isHeld = sequence.hasRecord(end);
  const behind = sequence.listRecordsFrom(end.records);
  if (isHeld && behind.length === 0) return next === undefined ? {} : { notes: [describeBegunRecord(end.records + 1)] };
  if (isHeld && behind.length === 1 && behind[0]?.hash === next)
    return { notes: [describeFinishedRecord(end.records + 1)] };
  if (isHeld && behind.every((mark) => isFromOtherHead(mark, id)))
    return { unknowns: [describeForeignRecords(behind)] };
  return { problems: [{ what: describeChangedEnd(scan.isThere, sequence, head) }] };
}

function describeChangedEnd(isThere: boolean, sequence: RecordSequence, { end }: LoadedHead): string {
  const known = `the head knows ${describeEnd(end.records, end.hash)}`;
  if (!isThere) return `the log was removed: ${known}`;
  if (sequence.hasRecord(end))
    return `records ${end.records + 1} to ${sequence.records} were inserted, or the head was restored to an older state: ${known}`;
  const cut = end.records - sequence.records;
  if (cut > 0) return `${cut} ${cut === 1 ? "record was" : "records were"} cut off, or the log was replaced: ${known}`;
  return `the log was replaced: ${known}, but record ${end.records} differs`;
}

function isFromOtherHead(mark: ScannedRecord, own: string | undefined): boolean {
  return mark.head !== undefined && mark.head !== own;
}

function describeForeignRecords(marks: readonly ScannedRecord[]): string {
  const heads = [...new Set(marks.map(({ head }) => head))].join(", ");
  const [first, last] = [marks[0]?.seq, marks.at(-1)?.seq];
  const which = first === last ? `Record ${first} was` : `Records ${first} to ${last} were`;
  return `${which} written with head ${heads} of another home (another user, SDL_HOME or container): whether they are genuine, and none is missing.`;
}

function describeAcceptance({ seq, at, reason }: Acceptance, count: number): string {
  const found = count === 1 ? "1 change" : `${count} changes`;
  return `Record ${seq} of ${at} accepts the log before it, with ${found}: ${JSON.stringify(reason)}.`;
}

function describeBegunRecord(record: number): string {
  return `A writer died before record ${record} was on disk, and returned no answer. Whether the record was written and has been cut off since is unknown.`;
}

function describeFinishedRecord(record: number): string {
  return `The writer of record ${record} died right after writing it.`;
}

function describeEnd(records: number, hash: string): string {
  return records === 0
    ? "an empty log"
    : `${records} ${records === 1 ? "record" : "records"}, the last ${hash.slice(0, 12)}…`;
}
