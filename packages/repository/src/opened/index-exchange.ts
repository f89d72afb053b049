/** Push and pull of an opened repository. Loads the code of remotes on use. */
import type { Ledger } from "@sdl/graph";
import { readGitBranch } from "@sdl/indexer";
import { SdlError } from "@sdl/model";
import { BlobIndex } from "../git/blob-index.js";
import { MAIN_BRANCHES } from "../git/main-branches.js";
import { unlessGitFails } from "../git-faults.js";
import type { PullResult, PushResult, RemotePlace } from "../remote/remote-place.js";
import { pulledVersionText } from "../text/pulled-version.js";

/** What {@link IndexExchange} works with. */
export interface ExchangeOptions {
  readonly rootPath: string;
  readonly storeDirectory: string;
  readonly ledger: Ledger;
  /** Returns the remote that a first index begins with. */
  readonly remote?: (() => RemotePlace | undefined) | undefined;
  /** Derives missing layers of the latest version. */
  readonly settle: () => Promise<void>;
  readonly now?: (() => number) | undefined;
  readonly onNotice?: ((text: string) => void) | undefined;
}

/** Pushes and pulls versions of one ledger. */
export class IndexExchange {
  constructor(private readonly options: ExchangeOptions) {}

  /**
   * @param pushed the commit that the latest version's files equal; the branch whose head is moved, by default the one at HEAD
   * @throws {SdlError} `version_not_found` without a commit; the remote's errors
   */
  async push(
    remote: RemotePlace,
    { commit, branch = this.branch() }: { readonly commit: string | undefined; readonly branch: string | undefined },
  ): Promise<PushResult> {
    const { pushIndex } = await import("../remote/index.js");
    const { ledger, rootPath } = this.options;
    return pushIndex(ledger, { rootPath, remote, commit, branch, settle: this.options.settle });
  }

  /** @throws {SdlError} @throws {GraphError} of the ledger */
  async pull(remote: RemotePlace): Promise<PullResult> {
    const { pullIndex } = await import("../remote/index.js");
    const { ledger, rootPath, storeDirectory, now = Date.now } = this.options;
    const branch = this.branch();
    // Where the branch at HEAD was never pushed, a default branch is the best beginning.
    const branches = [...(branch === undefined ? [] : [branch]), ...MAIN_BRANCHES];
    const blobs = new BlobIndex(storeDirectory);
    return pullIndex(ledger, { rootPath, remote, branches, blobs, nowMs: now() });
  }

  /**
   * Pulls for a first index, if there is a remote. What fails is said in one line: indexing goes on without it.
   * @returns whether there is an index now
   */
  async pullFirst(): Promise<boolean> {
    const { remote: find, onNotice, ledger } = this.options;
    if (ledger.isReadOnly) return false;
    try {
      const remote = find?.();
      if (remote === undefined) return false;
      const result = await this.pull(remote);
      onNotice?.(`Remote ${remote.name}: ${describePull(result)}.`);
      return result.status === "pulled";
    } catch (error) {
      if (!(error instanceof SdlError)) throw error;
      onNotice?.(`Nothing was pulled: ${error.message}. All files are indexed here.`);
      return false;
    }
  }

  private branch(): string | undefined {
    return unlessGitFails(() => readGitBranch(this.options.rootPath));
  }
}

/** What a pull did, as a part of a sentence. */
function describePull(result: PullResult): string {
  if (result.status === "nothing") return `${result.reason}; all files are indexed here`;
  if (result.status === "current") return "the index is of this commit already";
  return `began with the index of ${pulledVersionText(result)}`;
}
