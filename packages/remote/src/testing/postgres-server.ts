/**
 * A PostgreSQL server of one's own: on a free port of 127.0.0.1, with a data folder in a temporary folder, and a password.
 * The server refuses to run as root; then it runs as the user `nobody`.
 */
import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "./free-port.js";

const run = promisify(execFile);

/** Where Debian puts each version's programs. */
const DEBIAN_VERSIONS = "/usr/lib/postgresql";

/** User and group of `nobody` on every Linux. */
const NOBODY = 65_534;

/** Attempts to start: another program may take the port that was free. */
const START_ATTEMPTS = 5;

const SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  "max_connections = 300",
  "shared_buffers = 64MB",
  // A killed server loses nothing that the system was given; only a crash of the machine would.
  "fsync = off",
];

/** Folder of the server's programs; `undefined` if PostgreSQL is not installed. */
function findPrograms(): string | undefined {
  const versions = existsSync(DEBIAN_VERSIONS)
    ? readdirSync(DEBIAN_VERSIONS).sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = versions.map((version) => join(DEBIAN_VERSIONS, version, "bin"));
  return [...folders, ...(process.env["PATH"] ?? "").split(delimiter)].find((folder) =>
    ["initdb", "pg_ctl", "postgres"].every((program) => existsSync(join(folder, program))),
  );
}

/** Why no server can be started here; the empty string if one can. */
export function whyNoPostgres(): string {
  if (process.platform === "win32") return "the server is not started on Windows";
  const programs = findPrograms();
  if (programs === undefined) return "initdb, pg_ctl and postgres are not installed (apt-get install postgresql)";
  const { status, stderr } = spawnSync(join(programs, "postgres"), ["--version"], { encoding: "utf8" });
  return status === 0 ? "" : `postgres --version fails: ${stderr}`;
}

/** One server with its data folder. */
export class PostgresServer {
  private constructor(
    private readonly folder: string,
    private readonly programs: string,
    readonly port: number,
    private readonly password: string,
  ) {}

  /** Starts a server with an empty data folder. @throws {Error} with the server's output */
  static async start(): Promise<PostgresServer> {
    const programs = findPrograms();
    if (programs === undefined) throw new Error(whyNoPostgres());
    const folder = mkdtempSync(join(tmpdir(), "sdl-postgres-"));
    const password = randomBytes(12).toString("hex");
    try {
      if (process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY);
      const passwordFile = join(folder, "password");
      writeFileSync(passwordFile, password);
      const options = ["--username=sdl", "--encoding=UTF8", "--locale=C", "--no-sync"];
      const args = [...options, "--auth=scram-sha-256", `--pwfile=${passwordFile}`, "-D", join(folder, "data")];
      await runAsUser(join(programs, "initdb"), args);
      for (let attempt = 1; ; attempt++) {
        const server = new PostgresServer(folder, programs, await freePort(), password);
        try {
          await server.startAgain();
          return server;
        } catch (error) {
          if (attempt === START_ATTEMPTS) throw error;
        }
      }
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** URL of a database with the password in it. */
  url(database = "postgres", port: number = this.port): string {
    return `postgres://sdl:${this.password}@127.0.0.1:${port}/${database}`;
  }

  /** Starts the server on its port after {@link kill}. */
  async startAgain(): Promise<void> {
    writeFileSync(join(this.folder, "data", "postgresql.conf"), [...SETTINGS, `port = ${this.port}`, ""].join("\n"));
    await this.control("start", "-l", join(this.folder, "log"));
  }

  /** Ends the server without a shutdown, as a crash would (`-m immediate`). */
  async kill(): Promise<void> {
    await this.control("stop", "-m", "immediate");
  }

  /** Ends the server and deletes its data. */
  async remove(): Promise<void> {
    try {
      await this.kill();
    } finally {
      rmSync(this.folder, { recursive: true, force: true });
    }
  }

  private async control(...args: readonly string[]): Promise<void> {
    await runAsUser(join(this.programs, "pg_ctl"), [...args, "-s", "-w", "-t", "120", "-D", join(this.folder, "data")]);
  }
}

async function runAsUser(program: string, args: readonly string[]): Promise<void> {
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  await run(program, [...args], { ...user, cwd: "/", env: { PATH: process.env["PATH"], LC_ALL: "C" } });
}
