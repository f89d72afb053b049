/** Where a user's own files of SDL lie. */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

/** `$SDL_HOME`, else the platform's folder for application data. Relative values are ignored, as the XDG specification asks. */
export function homeDirectory(env: Environment): string {
  if (isSet(env["SDL_HOME"])) return env["SDL_HOME"];
  if (isSet(env["XDG_DATA_HOME"])) return join(env["XDG_DATA_HOME"], "sdl");
  if (isSet(env["LOCALAPPDATA"])) return join(env["LOCALAPPDATA"], "sdl");
  return join(homedir(), ".local", "share", "sdl");
}

/** `$XDG_CACHE_HOME/sdl`, else the platform's folder for caches. What lies there can be made again. */
export function cacheDirectory(env: Environment): string {
  if (isSet(env["SDL_HOME"])) return join(env["SDL_HOME"], "cache");
  if (isSet(env["XDG_CACHE_HOME"])) return join(env["XDG_CACHE_HOME"], "sdl");
  if (isSet(env["LOCALAPPDATA"])) return join(env["LOCALAPPDATA"], "sdl", "cache");
  return join(homedir(), ".cache", "sdl");
}

function isSet(path: string | undefined): path is string {
  return path !== undefined && isAbsolute(path);
}
