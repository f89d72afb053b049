/** Errors of a remote as clients see them. */
import { SdlError, type SdlErrorCode } from "@sdl/model";
import { RemoteError, type RemoteErrorCode } from "@sdl/remote";

const CODES: Readonly<Record<RemoteErrorCode, SdlErrorCode>> = {
  remote_unreachable: "busy",
  remote_denied: "policy_denied",
  remote_not_found: "repo_not_found",
  remote_damaged: "version_not_found",
  remote_conflict: "busy",
  remote_too_old: "policy_denied",
  remote_too_new: "policy_denied",
  remote_full: "busy",
  remote_invalid: "invalid_params",
  remote_unsupported: "invalid_params",
  remote_driver_missing: "invalid_params",
};

/** Runs work at a remote. @throws {SdlError} instead of a `RemoteError`; any other error as it is */
export async function withRemoteErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RemoteError) throw new SdlError(CODES[error.code], error.message, { cause: error });
    throw error;
  }
}
