/** A machine as far as paths need it, and the folders of it where clients keep their files. Pure: all three kinds of system on any of them. */
import { posix, win32 } from "node:path";

export type Platform = "linux" | "darwin" | "win32";
export type Environment = Readonly<Record<string, string | undefined>>;

export interface Place {
  readonly platform: Platform;
  readonly env: Environment;
  /** The user's home; absent where the environment names none. */
  readonly home: string | undefined;
  /** The root of the repository that the program stands in; absent outside of one. */
  readonly project: string | undefined;
}

/** A system that is none of the three keeps its files as Linux does. */
export function platformOf(name: string): Platform {
  return name === "win32" || name === "darwin" ? name : "linux";
}

export function homeOf(platform: Platform, env: Environment): string | undefined {
  const home = platform === "win32" ? (env["USERPROFILE"] ?? env["HOME"]) : env["HOME"];
  return home !== undefined && pathsOf(platform).isAbsolute(home) ? home : undefined;
}

export function pathsOf(platform: Platform): typeof posix {
  return platform === "win32" ? win32 : posix;
}

/** The folders of one user. */
export class Folders {
  constructor(
    readonly platform: Platform,
    private readonly env: Environment,
    private readonly userHome: string,
  ) {}

  home(...parts: string[]): string {
    return pathsOf(this.platform).join(this.userHome, ...parts);
  }

  /** A folder that a variable may name. */
  named(variable: string, otherwise: string, ...parts: string[]): string {
    return pathsOf(this.platform).join(this.variable(variable) ?? otherwise, ...parts);
  }

  /** `~/.config`, for programs that keep to it on every system. */
  config(...parts: string[]): string {
    return this.named("XDG_CONFIG_HOME", this.home(".config"), ...parts);
  }

  /** Where applications of a system keep their data. */
  application(...parts: string[]): string {
    if (this.platform === "win32") return this.roaming(...parts);
    if (this.platform === "darwin") return this.home("Library", "Application Support", ...parts);
    return this.config(...parts);
  }

  /** Of Windows. */
  roaming(...parts: string[]): string {
    return this.named("APPDATA", this.home("AppData", "Roaming"), ...parts);
  }

  /** Of Windows. */
  local(...parts: string[]): string {
    return this.named("LOCALAPPDATA", this.home("AppData", "Local"), ...parts);
  }

  /** What variables say that are no absolute paths would depend on the folder that the program runs in. */
  private variable(name: string): string | undefined {
    const value = this.env[name];
    return value !== undefined && pathsOf(this.platform).isAbsolute(value) ? value : undefined;
  }
}

export function foldersOf({ platform, env, home }: Place): Folders | undefined {
  return home === undefined ? undefined : new Folders(platform, env, home);
}
