/** What is known of one client. */

import type { CommandLine } from "../command-line.js";
import type { Editor, Fields } from "../edit/editor.js";
import type { Folders } from "../place.js";

export type Scope = "user" | "project";

/** A file that a client may read; the first that exists counts, else the first without a condition. */
export interface Candidate {
  readonly path: string;
  /** It counts where its folder exists, and only there. */
  readonly ifFolder?: boolean;
}

export interface EntryShape {
  write(line: CommandLine): Fields;
  /** @returns `undefined` for what starts no program: the entry of a server in the network */
  read(entry: Readonly<Record<string, unknown>>): CommandLine | undefined;
  /** The fields that hold the command line: what an update sets. */
  readonly lineFields: readonly string[];
}

/** Where servers stand in a client's file. */
export interface ServerFormat {
  readonly editor: Editor;
  readonly shape: EntryShape;
  /** The keys that lead to the servers. */
  readonly container: readonly string[];
  /** Others that are taken in the place of {@link container} where they are there. */
  readonly orContainer?: readonly string[];
  /** Servers are a list; each names itself. */
  readonly isList?: boolean;
  /** What a new file holds beside the server. */
  readonly skeleton: Fields;
}

/** Where and how a client is told what to run after a search or a read of its own. */
export interface HookFormat {
  user(folders: Folders): string;
  readonly project: string;
  readonly event: string;
  /** The client's own tools that search and read: a pattern. */
  readonly matcher: string;
  /** Cursor's entries are hooks; those of others are groups of them. */
  readonly isFlat?: boolean;
  /** In the client's unit. */
  readonly timeout: number;
  readonly skeleton: Fields;
  /** What a user has to do before it runs. */
  readonly note?: string;
}

/** Where a client reads standing instructions. */
export interface InstructionFormat {
  /** In the repository: the first that exists, else the last. */
  readonly project: readonly string[];
  user?(folders: Folders): string;
  /** The file is the program's own, and begins with this. */
  readonly ownHead?: string;
  /** What the client puts in front of the names of tools; nothing where other clients read the file, too. */
  readonly prefix: string;
}

export interface Client {
  /** As in `sdl init --client ID`. */
  readonly id: string;
  readonly title: string;
  /** Names on the PATH. */
  readonly programs: readonly string[];
  /** Folders that the client makes. */
  folders(folders: Folders): readonly string[];
  /** What it leaves in a repository. */
  readonly projectSigns: readonly string[];
  /** Those that it has, the default first. */
  readonly scopes: readonly [Scope, ...Scope[]];
  user(folders: Folders): readonly Candidate[];
  /** In the repository. */
  readonly project?: string;
  readonly server: ServerFormat;
  /** Of a project's file, where it differs. */
  readonly projectServer?: ServerFormat;
  readonly hooks?: HookFormat;
  readonly instructions?: InstructionFormat;
  /** How long it waits for a server's list before it goes on without it, and what makes it wait; absent where it waits long enough. */
  readonly patience?: { readonly ms: number; readonly advice: string };
  /** What to do for the client to read its file anew. */
  readonly next: string;
}
