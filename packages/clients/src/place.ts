/**
 * Place of clients' files: platform, environment and home of a machine, and the folders derived from them. Pure: handles all three platforms on any
 * of them.
 */
import { posix, win32 } from "node:path";

/** Operating systems that clients run on. */
export type Platform = "linux" | "darwin" | "win32";
/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A machine and its user, as far as paths of files depend on them. */
export interface Place {
  readonly platform: Platform;
  readonly env: Environment;
  /** The user's home; absent if the environment does not name one. */
  readonly home: string | undefined;
  /** Root of the repository that contains the working directory; absent outside a repository. */
  readonly project: string | undefined;
}

/** Maps other Unix systems to Linux. */
export function parsePlatform(name: string): Platform {
  return name === "win32" || name === "darwin" ? name : "linux";
}

/** The user's home, from the environment; relative values do not count. */
export function homeFromEnvironment(platform: Platform, env: Environment): string | undefined {
  const home = platform === "win32" ? (env["USERPROFILE"] ?? env["HOME"]) : env["HOME"];
  return home !== undefined && pathFunctions(platform).isAbsolute(home) ? home : undefined;
}

/** Path functions of a platform. */
export function pathFunctions(platform: Platform): typeof posix {
  return platform === "win32" ? win32 : posix;
}

/** Standard folders of one user. */
export class Folders {
  constructor(
    readonly platform: Platform,
    private readonly env: Environment,
    private readonly userHome: string,
  ) {}

  homePath(...parts: string[]): string {
    return pathFunctions(this.platform).join(this.userHome, ...parts);
  }

  /** A folder that an environment variable can override. */
  fromVariable(variable: string, otherwise: string, ...parts: string[]): string {
    return pathFunctions(this.platform).join(this.variable(variable) ?? otherwise, ...parts);
  }

  /** `~/.config`, for programs that use it on every system. */
  configFolder(...parts: string[]): string {
    return this.fromVariable("XDG_CONFIG_HOME", this.homePath(".config"), ...parts);
  }

  /** Standard folder of applications' data on the system. */
  applicationDataFolder(...parts: string[]): string {
    if (this.platform === "win32") return this.roamingDataFolder(...parts);
    if (this.platform === "darwin") return this.homePath("Library", "Application Support", ...parts);
    return this.configFolder(...parts);
  }

  /** Folder of roaming application data on Windows. */
  roamingDataFolder(...parts: string[]): string {
    return this.fromVariable("APPDATA", this.homePath("AppData", "Roaming"), ...parts);
  }

  /** Folder of local application data on Windows. */
  localDataFolder(...parts: string[]): string {
    return this.fromVariable("LOCALAPPDATA", this.homePath("AppData", "Local"), ...parts);
  }

  /** Value of a variable if it is an absolute path; a relative one would depend on the working directory. */
  private variable(name: string): string | undefined {
    const value = this.env[name];
    return value !== undefined && pathFunctions(this.platform).isAbsolute(value) ? value : undefined;
  }
}

/** Folders of the user; undefined without a home. */
export function userFolders({ platform, env, home }: Place): Folders | undefined {
  return home === undefined ? undefined : new Folders(platform, env, home);
}
