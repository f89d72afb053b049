/** Temporary folder with a user's home and a repository, and functions that set up clients in them. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Client, Scope } from "../../src/clients/client.js";
import { type Folders, type Place, userFolders } from "../../src/place.js";
import type { PartKind } from "../../src/setup/part.js";
import { setUpClients, takeBackClients } from "../../src/setup/plan.js";
import type { Change } from "../../src/setup/set-up.js";
import { serverPath } from "../../src/setup/target.js";

export const SCRIPT = "/opt/sdl tool/bundle/sdl.js";

export class Scene {
  readonly root = mkdtempSync(join(tmpdir(), "sdl-clients-"));
  readonly place: Place;
  /** SDL's home. */
  readonly sdlHome = join(this.root, "sdl");

  constructor() {
    const [home, project] = [join(this.root, "home"), join(this.root, "repo")];
    for (const folder of [home, join(project, ".git")]) mkdirSync(folder, { recursive: true });
    this.place = { platform: "linux", env: { PATH: join(this.root, "bin") }, home, project };
  }

  set(
    clients: readonly Client[],
    scope?: Scope,
    more: { kinds?: readonly PartKind[]; isDryRun?: boolean; script?: string } = {},
  ): Change[] {
    return setUpClients(this.request(clients, scope, more));
  }

  take(
    clients: readonly Client[],
    scope?: Scope,
    more: { kinds?: readonly PartKind[]; isDryRun?: boolean } = {},
  ): Change[] {
    return takeBackClients(this.request(clients, scope, { kinds: ["server", "hooks", "instructions"], ...more }));
  }

  private request(
    clients: readonly Client[],
    scope: Scope | undefined,
    {
      kinds = ["server"],
      isDryRun = false,
      script = SCRIPT,
    }: { kinds?: readonly PartKind[]; isDryRun?: boolean; script?: string },
  ) {
    return {
      home: this.sdlHome,
      isDryRun,
      place: this.place,
      program: { script, node: "node" },
      clients,
      scope,
      kinds,
    };
  }

  folders(): Folders {
    const folders = userFolders(this.place);
    if (folders === undefined) throw new Error("the scene has a home");
    return folders;
  }

  pathOf(client: Client, scope: Scope): string {
    const path = serverPath(client, scope, this.place);
    if (path === undefined) throw new Error(`${client.id} has no ${scope} file`);
    return path;
  }

  write(path: string, content: string | Uint8Array, mode = 0o644): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    chmodSync(path, mode);
  }

  /** Every file and folder with its bytes and mode, and every link with its target. */
  snapshot(): Record<string, string> {
    const entries = readdirSync(this.root, { recursive: true, encoding: "utf8" }).sort();
    return Object.fromEntries(
      entries.map((name) => {
        const path = join(this.root, name);
        const stat = lstatSync(path);
        const content = stat.isFile() ? readFileSync(path).toString("latin1") : "";
        return [
          name,
          `${stat.isSymbolicLink() ? "link" : stat.isFile() ? "file" : "folder"} ${(stat.mode & 0o777).toString(8)} ${content}`,
        ];
      }),
    );
  }

  read(path: string): string {
    return readFileSync(path, "utf8");
  }

  exists(path: string): boolean {
    return existsSync(path);
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
