/** Description of one client: its files, formats and folders. */

import type { CommandLine } from "../command-line.js";
import type { Editor, EntryFields } from "../edit/editor.js";
import type { Folders } from "../place.js";

/** Whether a file belongs to the user or to a repository. */
export type Scope = "user" | "project";

/** A file that a client may read. Of several candidates the first existing one is used, or else the first without a condition. */
export interface CandidateFile {
  readonly path: string;
  /** Used if and only if its folder exists. */
  readonly onlyIfFolderExists?: boolean;
}

/** Conversion between command lines and entries of one format. */
export interface EntryShape {
  write(line: CommandLine): EntryFields;
  /** @returns `undefined` if the entry starts no program, for example a remote server */
  read(entry: Readonly<Record<string, unknown>>): CommandLine | undefined;
  /** Fields that contain the command line; an update sets these. */
  readonly lineFields: readonly string[];
}

/** Format of server entries in a client's file. */
export interface ServerFormat {
  readonly editor: Editor;
  readonly shape: EntryShape;
  /** Keys that lead to the object or list of servers. */
  readonly container: readonly string[];
  /** Keys that are used instead of {@link container} if they exist. */
  readonly alternativeContainer?: readonly string[];
  /** Whether servers are a list whose elements contain their own name. */
  readonly isList?: boolean;
  /** Content of a new file besides the server. */
  readonly skeleton: EntryFields;
}

/** Format of hooks: programs that a client runs after its own search and read tools. */
export interface HookFormat {
  user(folders: Folders): string;
  readonly project: string;
  readonly event: string;
  /** Pattern of the names of the client's own search and read tools. */
  readonly matcher: string;
  /** Whether entries are single hooks (Cursor) instead of groups of hooks. */
  readonly isUngrouped?: boolean;
  /** Timeout in the client's unit. */
  readonly timeout: number;
  readonly skeleton: EntryFields;
  /** Step that the user must take before the hook runs. */
  readonly note?: string;
}

/** Files from which a client reads standing instructions for agents. */
export interface InstructionFormat {
  /** Candidate files in the repository: the first existing one is used, or else the last. */
  readonly project: readonly string[];
  user?(folders: Folders): string;
  /** First lines of a file that belongs to SDL alone. */
  readonly ownHead?: string;
  /** Prefix that the client puts before tool names; empty if other clients read the same file. */
  readonly prefix: string;
}

/** One client of the table. */
export interface Client {
  /** Id used in `sdl init --client ID`. */
  readonly id: string;
  readonly title: string;
  /** Names of the client's programs on the PATH. */
  readonly programs: readonly string[];
  /** Folders that the client creates. */
  folders(folders: Folders): readonly string[];
  /** Files and folders that the client leaves in a repository. */
  readonly projectSigns: readonly string[];
  /** Scopes that the client supports, the default first. */
  readonly scopes: readonly [Scope, ...Scope[]];
  user(folders: Folders): readonly CandidateFile[];
  /** Path of the configuration file in the repository. */
  readonly project?: string;
  readonly server: ServerFormat;
  /** Format of the repository's file, if it differs. */
  readonly projectServer?: ServerFormat;
  readonly hooks?: HookFormat;
  readonly instructions?: InstructionFormat;
  /** Time after which the client continues without a slow server's tools, and how to make it wait; absent if it waits long enough. */
  readonly patience?: { readonly ms: number; readonly advice: string };
  /** Step after which the client reads its file again. */
  readonly next: string;
}
