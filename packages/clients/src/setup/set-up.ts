/**
 * Set-up: puts parts into files and takes them back. A file that cannot be changed does not prevent changes of the others.
 * Invariant: after {@link takeBack} a file contains its previous bytes; if the user has edited it since, the edited text without the part.
 */
import type { Client, Scope } from "../clients/client.js";
import { ConfigError, type ConfigErrorCode } from "../config-error.js";
import { unifiedDiff } from "../edit/unified-diff.js";
import {
  type ConfigFile,
  deleteConfigFile,
  missingFolders,
  readConfigFile,
  requireWritable,
  sha256Hex,
  writeConfigFile,
} from "../files/config-file.js";
import { type FileRecord, Journal, type PartRecord } from "../files/journal.js";
import { decode, encode, type TextForm } from "../text-form.js";
import type { Part, PartKind } from "./part.js";
import type { PartTarget } from "./target.js";

type ChangeStatus =
  | "added"
  | "updated"
  | "unchanged"
  /** Not removed, because another client's set-up also requested it. */
  | "kept"
  /** Removed from a file with other content. */
  | "removed"
  /** The file's previous bytes were restored. */
  | "restored"
  /** The file had been created for the part and was deleted. */
  | "deleted"
  /** There was nothing to take back, or the client has no such file. */
  | "absent"
  | "failed";

/** The change of one file, made or planned. */
export interface Change {
  readonly client: string;
  readonly scope: Scope;
  readonly kind: PartKind;
  readonly path: string;
  readonly status: ChangeStatus;
  /** Whether the file was created. */
  readonly isNew?: boolean;
  /** Lines of a unified diff. */
  readonly diff?: readonly string[];
  /** Path of the backup of the previous bytes. */
  readonly backup?: string;
  readonly error?: { readonly code: ConfigErrorCode; readonly message: string; readonly line?: number };
}

/** Where the journal is, and whether to write. */
export interface SetUpOptions {
  /** SDL's home, see {@link Journal}. */
  readonly home: string;
  readonly isDryRun: boolean;
}

/** Puts the parts of all targets. @returns changes in the order of the targets */
export function setUp(targets: readonly PartTarget[], options: SetUpOptions): Change[] {
  return changeEachFile(targets, options, putPart);
}

/** Removes parts, and restores files that have no other change. */
export function takeBack(targets: readonly PartTarget[], options: SetUpOptions): Change[] {
  return changeEachFile(targets, options, takeBackPart);
}

type ChangeOutcome = Omit<Change, "client" | "scope" | "kind" | "path">;

interface ChangeContext {
  readonly target: PartTarget;
  readonly journal: Journal;
  readonly files: RunFiles;
}

/** Files of one run. In a dry run, writes are kept in memory and later reads return them. */
class RunFiles {
  private readonly kept = new Map<string, Uint8Array | undefined>();

  constructor(private readonly isDryRun: boolean) {}

  read({ path, within }: PartTarget): ConfigFile {
    const file = readConfigFile(path, within);
    const bytes = this.kept.get(file.target);
    return this.kept.has(file.target) ? { ...file, bytes: bytes && Buffer.from(bytes) } : file;
  }

  write(file: ConfigFile, bytes: Uint8Array): void {
    if (this.isDryRun) this.kept.set(file.target, bytes);
    else writeConfigFile(file, bytes);
  }

  delete(file: ConfigFile, folders: readonly string[]): void {
    if (this.isDryRun) this.kept.set(file.target, undefined);
    else deleteConfigFile(file, folders);
  }
}

function changeEachFile(
  targets: readonly PartTarget[],
  { home, isDryRun }: SetUpOptions,
  change: (work: ChangeContext) => ChangeOutcome,
): Change[] {
  const journal = new Journal(home, isDryRun);
  const files = new RunFiles(isDryRun);
  return targets.map((target) => {
    const { client, scope, part, path } = target;
    const about = { client: client.id, scope, kind: part.kind, path };
    try {
      return { ...about, ...change({ target, journal, files }) };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return { ...about, status: "failed", error: errorFields(error) };
    }
  });
}

/** The error of a file as data. */
export function errorFields({ code, message, line }: ConfigError): NonNullable<Change["error"]> {
  return { code, message, ...(line === undefined ? {} : { line }) };
}

const EMPTY_TEXT: TextForm = { text: "", hasMark: false };

function putPart({ target, journal, files }: ChangeContext): ChangeOutcome {
  const { part, client } = target;
  const file = files.read(target);
  const { text, hasMark } = file.bytes === undefined ? EMPTY_TEXT : decode(file.bytes);
  const wasIn = part.isPresent(text);
  const next = part.put(text);
  if (next === text) {
    addClient(journal, file, part, client);
    return { status: "unchanged" };
  }
  requireWritable(file);
  const bytes = encode({ text: next, hasMark });
  const record = makeFileRecord(target, journal, file, bytes);
  const old = journal.get(file.target);
  journal.put(record);
  try {
    files.write(file, bytes);
  } catch (error) {
    if (old === undefined) journal.removeRecord(file.target, false);
    else journal.put(old);
    throw error;
  }
  return {
    status: wasIn ? "updated" : "added",
    ...(file.bytes === undefined ? { isNew: true } : {}),
    diff: unifiedDiff(text, next),
    ...backupFields(journal, record),
  };
}

function backupFields(journal: Journal, record: FileRecord): { readonly backup?: string } {
  const backup = journal.backupPath(record);
  return backup === undefined ? {} : { backup };
}

/** Records one more client for a part that the file already contains. */
function addClient(journal: Journal, { target }: ConfigFile, { id }: Part, client: Client): void {
  const record = journal.get(target);
  const part = record?.parts.find((one) => one.id === id);
  if (record === undefined || part === undefined || part.clients.includes(client.id)) return;
  const parts = record.parts.map((one) => (one === part ? { ...one, clients: [...one.clients, client.id] } : one));
  journal.put({ ...record, parts });
}

/** Journal record of the file after `next` is written. */
function makeFileRecord(
  { part, client }: PartTarget,
  journal: Journal,
  file: ConfigFile,
  next: Uint8Array,
): FileRecord {
  const old = journal.get(file.target);
  const known = old?.parts.find(({ id }) => id === part.id);
  const others = (old?.parts ?? []).filter(({ id }) => id !== part.id);
  const { text } = file.bytes === undefined ? EMPTY_TEXT : decode(file.bytes);
  const parts: PartRecord[] = [
    ...others,
    {
      id: part.id,
      clients: [...new Set([...(known?.clients ?? []), client.id])],
      made: known?.made ?? part.containersMade(text),
    },
  ];
  const folders = file.bytes === undefined ? missingFolders(file.target) : (old?.folders ?? []);
  const record = { target: file.target, parts, folders, written: sha256Hex(next) };
  if (file.bytes === undefined) return record;
  if (old !== undefined && sha256Hex(file.bytes) === old.written) return { ...record, ...backupNamed(old.backup) };
  // The user has edited the file and it contains other parts: no version with the edits and without the parts is known.
  if (others.length > 0) return { ...record, backup: journal.backUp(file.target, file.bytes), written: EDITED_BY_USER };
  const before = withoutPart(part, file.bytes, known);
  const wasMade = old !== undefined && old.backup === undefined;
  if (wasMade && part.isSkeletonOnly(decode(before).text)) return record;
  return { ...record, backup: journal.backUp(file.target, before) };
}

/** Placeholder for a digest, which matches no bytes, so a user's edits are never overwritten by a backup. */
const EDITED_BY_USER = "edited";

function backupNamed(backup: string | undefined): { readonly backup?: string } {
  return backup === undefined ? {} : { backup };
}

/** The bytes without the part, which was not written by set-up or was edited since; a restore must not bring it back. */
function withoutPart(part: Part, bytes: Buffer, known: PartRecord | undefined): Uint8Array {
  const { text, hasMark } = decode(bytes);
  return part.isPresent(text) ? encode({ text: part.remove(text, known?.made ?? 0), hasMark }) : bytes;
}

function takeBackPart({ target, journal, files }: ChangeContext): ChangeOutcome {
  const { part, client } = target;
  const file = files.read(target);
  const record = journal.get(file.target);
  if (file.bytes === undefined || !part.isPresent(decode(file.bytes).text)) {
    forgetPart(journal, record, part);
    return { status: "absent" };
  }
  const known = record?.parts.find(({ id }) => id === part.id);
  if (known !== undefined && !known.clients.includes(client.id)) return { status: "absent" };
  const clients = known?.clients.filter((id) => id !== client.id) ?? [];
  if (record !== undefined && clients.length > 0) {
    journal.put({ ...record, parts: record.parts.map((one) => (one === known ? { ...one, clients } : one)) });
    return { status: "kept" };
  }
  requireWritable(file);
  const before = file.bytes;
  const removal = planRemoval(target, journal, before, record);
  if (removal.bytes === undefined) files.delete(file, record?.folders ?? []);
  else files.write(file, removal.bytes);
  updateJournal(journal, record, part, { ...removal, before });
  const after = removal.bytes === undefined ? "" : decode(removal.bytes).text;
  return {
    status: removal.status,
    diff: unifiedDiff(decode(before).text, after),
    ...(removal.status === "removed" && record !== undefined ? backupFields(journal, record) : {}),
  };
}

/** Removes the part from the journal after the user has deleted it from the file. */
function forgetPart(journal: Journal, record: FileRecord | undefined, part: Part): void {
  const parts = record?.parts.filter(({ id }) => id !== part.id) ?? [];
  if (record === undefined || parts.length === record.parts.length) return;
  if (parts.length === 0) journal.removeRecord(record.target, false);
  else journal.put({ ...record, parts });
}

interface PlannedRemoval {
  readonly status: "restored" | "removed" | "deleted";
  readonly bytes: Uint8Array | undefined;
}

function planRemoval(
  { part }: PartTarget,
  journal: Journal,
  bytes: Buffer,
  record: FileRecord | undefined,
): PlannedRemoval {
  const isLast = record?.parts.every(({ id }) => id === part.id) === true;
  if (record !== undefined && isLast && sha256Hex(bytes) === record.written) {
    const before = journal.readBackup(record);
    if (before !== undefined) return { status: "restored", bytes: before };
    if (record.backup === undefined) return { status: "deleted", bytes: undefined };
  }
  const { text, hasMark } = decode(bytes);
  const left = part.remove(text, record?.parts.find(({ id }) => id === part.id)?.made ?? 0);
  const wasMade = record !== undefined && record.backup === undefined;
  if (wasMade && isLast && part.isSkeletonOnly(left)) return { status: "deleted", bytes: undefined };
  return { status: "removed", bytes: encode({ text: left, hasMark }) };
}

/** Updates the journal after a removal. */
function updateJournal(
  journal: Journal,
  record: FileRecord | undefined,
  part: Part,
  { status, bytes, before }: PlannedRemoval & { readonly before: Buffer },
): void {
  if (record === undefined) return;
  const parts = record.parts.filter(({ id }) => id !== part.id);
  if (parts.length === 0 || bytes === undefined) journal.removeRecord(record.target, status === "removed");
  else
    journal.put({
      ...record,
      parts,
      written: sha256Hex(before) === record.written ? sha256Hex(bytes) : record.written,
    });
}
