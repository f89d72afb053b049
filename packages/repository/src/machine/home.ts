/** Folders of the user's own SDL files. */
import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { SdlError } from "@sdl/model";

/** The environment variables that are read. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `$SDL_HOME`, else the platform's folder for application data. Relative values are ignored, as the XDG specification
 * requires.
 * @throws {SdlError} `policy_denied` if no home is known
 */
export function homeDirectory(env: Environment): string {
  if (isSet(env["SDL_HOME"])) return env["SDL_HOME"];
  if (isSet(env["XDG_DATA_HOME"])) return join(env["XDG_DATA_HOME"], "sdl");
  if (isSet(env["LOCALAPPDATA"])) return join(env["LOCALAPPDATA"], "sdl");
  return join(userHome(env), ".local", "share", "sdl");
}

/** `$XDG_CACHE_HOME/sdl`, else the platform's folder for caches. Its content can be recreated. */
export function cacheDirectory(env: Environment): string {
  if (isSet(env["SDL_HOME"])) return join(env["SDL_HOME"], "cache");
  if (isSet(env["XDG_CACHE_HOME"])) return join(env["XDG_CACHE_HOME"], "sdl");
  if (isSet(env["LOCALAPPDATA"])) return join(env["LOCALAPPDATA"], "sdl", "cache");
  return join(userHome(env), ".cache", "sdl");
}

/** `$HOME`, else the home in the system's list of users; a relative `$HOME` would depend on the current folder. */
function userHome(env: Environment): string {
  const { HOME, USERPROFILE } = env;
  if (isSet(HOME)) return HOME;
  if (isSet(USERPROFILE)) return USERPROFILE;
  const listed = listedHome();
  if (isSet(listed)) return listed;
  const given = HOME === undefined ? "HOME is not set" : `HOME is ${JSON.stringify(HOME)}, which is not absolute`;
  throw new SdlError(
    "policy_denied",
    `no home folder is known: ${given}, and the system lists none for this user; set SDL_HOME to an absolute path`,
  );
}

function listedHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined; // The system does not list this user.
  }
}

function isSet(path: string | undefined): path is string {
  return path !== undefined && isAbsolute(path);
}
