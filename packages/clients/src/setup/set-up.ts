/**
 * Puts parts into files and takes them back. One file that cannot be changed hinders no other.
 * Invariant: after {@link takeBack} a file holds the bytes from before; where its user edited it since, it holds the edited text without the part.
 */
import type { Client, Scope } from "../clients/client.js";
import { ConfigError, type ConfigErrorCode } from "../config-error.js";
import { unifiedDiff } from "../edit/unified-diff.js";
import {
  type ConfigFile,
  deleteConfigFile,
  digest,
  missingFolders,
  readConfigFile,
  requireWritable,
  writeConfigFile,
} from "../files/config-file.js";
import { type FileRecord, Journal, type PartRecord } from "../files/journal.js";
import { decode, encode, type TextForm } from "../text-form.js";
import type { Part, PartKind } from "./part.js";
import type { Target } from "./target.js";

type ChangeStatus =
  | "added"
  | "updated"
  | "unchanged"
  /** Not taken out: another client's set-up asked for it, too. */
  | "kept"
  /** Taken out of a file that holds other things. */
  | "removed"
  /** The file is as it was before, byte for byte. */
  | "restored"
  /** The file had been made for the part. */
  | "deleted"
  /** There was nothing to take back; or the client has no such file. */
  | "absent"
  | "failed";

export interface Change {
  readonly client: string;
  readonly scope: Scope;
  readonly kind: PartKind;
  readonly path: string;
  readonly status: ChangeStatus;
  /** Whether the file was not there before. */
  readonly isNew?: boolean;
  /** Lines of a unified difference. */
  readonly diff?: readonly string[];
  /** Where the bytes from before lie. */
  readonly backup?: string;
  readonly error?: { readonly code: ConfigErrorCode; readonly message: string; readonly line?: number };
}

export interface SetUpOptions {
  /** Of sdl, see {@link Journal}. */
  readonly home: string;
  readonly isDryRun: boolean;
}

/** In the targets' order. */
export function setUp(targets: readonly Target[], options: SetUpOptions): Change[] {
  return eachFile(targets, options, put);
}

export function takeBack(targets: readonly Target[], options: SetUpOptions): Change[] {
  return eachFile(targets, options, take);
}

type Outcome = Omit<Change, "client" | "scope" | "kind" | "path">;

interface Work {
  readonly target: Target;
  readonly journal: Journal;
  readonly files: Files;
}

/** The files of one run. In a dry run what would be written is kept, and read again. */
class Files {
  private readonly kept = new Map<string, Uint8Array | undefined>();

  constructor(private readonly isDryRun: boolean) {}

  read({ path, within }: Target): ConfigFile {
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

function eachFile(
  targets: readonly Target[],
  { home, isDryRun }: SetUpOptions,
  change: (work: Work) => Outcome,
): Change[] {
  const journal = new Journal(home, isDryRun);
  const files = new Files(isDryRun);
  return targets.map((target) => {
    const { client, scope, part, path } = target;
    const about = { client: client.id, scope, kind: part.kind, path };
    try {
      return { ...about, ...change({ target, journal, files }) };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return { ...about, status: "failed", error: errorOf(error) };
    }
  });
}

export function errorOf({ code, message, line }: ConfigError): NonNullable<Change["error"]> {
  return { code, message, ...(line === undefined ? {} : { line }) };
}

const NOTHING: TextForm = { text: "", hasMark: false };

function put({ target, journal, files }: Work): Outcome {
  const { part, client } = target;
  const file = files.read(target);
  const { text, hasMark } = file.bytes === undefined ? NOTHING : decode(file.bytes);
  const wasIn = part.isIn(text);
  const next = part.put(text);
  if (next === text) {
    addClient(journal, file, part, client);
    return { status: "unchanged" };
  }
  requireWritable(file);
  const bytes = encode({ text: next, hasMark });
  const record = recordOf(target, journal, file, bytes);
  const old = journal.get(file.target);
  journal.put(record);
  try {
    files.write(file, bytes);
  } catch (error) {
    if (old === undefined) journal.drop(file.target, false);
    else journal.put(old);
    throw error;
  }
  return {
    status: wasIn ? "updated" : "added",
    ...(file.bytes === undefined ? { isNew: true } : {}),
    diff: unifiedDiff(text, next),
    ...backupOf(journal, record),
  };
}

function backupOf(journal: Journal, record: FileRecord): { readonly backup?: string } {
  const backup = journal.backupPath(record);
  return backup === undefined ? {} : { backup };
}

/** A part that stands there already: one more client reads it. */
function addClient(journal: Journal, { target }: ConfigFile, { id }: Part, client: Client): void {
  const record = journal.get(target);
  const part = record?.parts.find((one) => one.id === id);
  if (record === undefined || part === undefined || part.clients.includes(client.id)) return;
  const parts = record.parts.map((one) => (one === part ? { ...one, clients: [...one.clients, client.id] } : one));
  journal.put({ ...record, parts });
}

/** What is known of the file once `next` is written. */
function recordOf({ part, client }: Target, journal: Journal, file: ConfigFile, next: Uint8Array): FileRecord {
  const old = journal.get(file.target);
  const known = old?.parts.find(({ id }) => id === part.id);
  const others = (old?.parts ?? []).filter(({ id }) => id !== part.id);
  const { text } = file.bytes === undefined ? NOTHING : decode(file.bytes);
  const parts: PartRecord[] = [
    ...others,
    {
      id: part.id,
      clients: [...new Set([...(known?.clients ?? []), client.id])],
      made: known?.made ?? part.containersMade(text),
    },
  ];
  const folders = file.bytes === undefined ? missingFolders(file.target) : (old?.folders ?? []);
  const record = { target: file.target, parts, folders, written: digest(next) };
  if (file.bytes === undefined) return record;
  if (old !== undefined && digest(file.bytes) === old.written) return { ...record, ...backupNamed(old.backup) };
  // Edited since, and other parts stand in it: no bytes are known that hold the edits without the parts.
  if (others.length > 0) return { ...record, backup: journal.keep(file.target, file.bytes), written: EDITED };
  const before = withoutPart(part, file.bytes, known);
  const wasMade = old !== undefined && old.backup === undefined;
  if (wasMade && part.isBare(decode(before).text)) return record;
  return { ...record, backup: journal.keep(file.target, before) };
}

/** No digest: what a user edited is not overwritten with bytes from before. */
const EDITED = "edited";

function backupNamed(backup: string | undefined): { readonly backup?: string } {
  return backup === undefined ? {} : { backup };
}

/** What stands there was not written by this program's set-up, or was edited since: the part alone is not to come back. */
function withoutPart(part: Part, bytes: Buffer, known: PartRecord | undefined): Uint8Array {
  const { text, hasMark } = decode(bytes);
  return part.isIn(text) ? encode({ text: part.take(text, known?.made ?? 0), hasMark }) : bytes;
}

function take({ target, journal, files }: Work): Outcome {
  const { part, client } = target;
  const file = files.read(target);
  const record = journal.get(file.target);
  if (file.bytes === undefined || !part.isIn(decode(file.bytes).text)) {
    forget(journal, record, part);
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
  settle(journal, record, part, { ...removal, before });
  const after = removal.bytes === undefined ? "" : decode(removal.bytes).text;
  return {
    status: removal.status,
    diff: unifiedDiff(decode(before).text, after),
    ...(removal.status === "removed" && record !== undefined ? backupOf(journal, record) : {}),
  };
}

/** Its user took the part out. */
function forget(journal: Journal, record: FileRecord | undefined, part: Part): void {
  const parts = record?.parts.filter(({ id }) => id !== part.id) ?? [];
  if (record === undefined || parts.length === record.parts.length) return;
  if (parts.length === 0) journal.drop(record.target, false);
  else journal.put({ ...record, parts });
}

interface Removal {
  readonly status: "restored" | "removed" | "deleted";
  readonly bytes: Uint8Array | undefined;
}

function planRemoval({ part }: Target, journal: Journal, bytes: Buffer, record: FileRecord | undefined): Removal {
  const isLast = record?.parts.every(({ id }) => id === part.id) === true;
  if (record !== undefined && isLast && digest(bytes) === record.written) {
    const before = journal.readBackup(record);
    if (before !== undefined) return { status: "restored", bytes: before };
    if (record.backup === undefined) return { status: "deleted", bytes: undefined };
  }
  const { text, hasMark } = decode(bytes);
  const left = part.take(text, record?.parts.find(({ id }) => id === part.id)?.made ?? 0);
  const wasMade = record !== undefined && record.backup === undefined;
  if (wasMade && isLast && part.isBare(left)) return { status: "deleted", bytes: undefined };
  return { status: "removed", bytes: encode({ text: left, hasMark }) };
}

/** What is known of the file afterwards. */
function settle(
  journal: Journal,
  record: FileRecord | undefined,
  part: Part,
  { status, bytes, before }: Removal & { readonly before: Buffer },
): void {
  if (record === undefined) return;
  const parts = record.parts.filter(({ id }) => id !== part.id);
  if (parts.length === 0 || bytes === undefined) journal.drop(record.target, status === "removed");
  else journal.put({ ...record, parts, written: digest(before) === record.written ? digest(bytes) : record.written });
}
