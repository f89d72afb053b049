/**
 * A server of buckets of one's own: Ceph's gateway with the least cluster that it runs on, a monitor and one store in
 * memory, all on free ports of 127.0.0.1. Needs no root. Time goes faster at the gateway when the test says so
 * (libfaketime), because S3 lets no client set the time of an object.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { AwsClient } from "aws4fetch";
import { parseListPage } from "../s3/list-xml.js";
import { freePort } from "./free-port.js";

const run = promisify(execFile);

const PROGRAMS = ["ceph", "ceph-mon", "ceph-osd", "monmaptool", "radosgw", "radosgw-admin"];

/** Where Debian puts libraries, by machine. */
const DEBIAN_LIBRARIES = "/usr/lib";
const FAKETIME = join("faketime", "libfaketimeMT.so.1");

/** Attempts to start: another program may take a port that was free. */
const START_ATTEMPTS = 5;
const START_MS = 30_000;

/** Path of libfaketime; `undefined` if it is not installed. */
function findFaketime(): string | undefined {
  const folders = existsSync(DEBIAN_LIBRARIES) ? readdirSync(DEBIAN_LIBRARIES) : [];
  return folders.map((folder) => join(DEBIAN_LIBRARIES, folder, FAKETIME)).find((path) => existsSync(path));
}

/** Why no gateway can be started here; the empty string if one can. */
export function whyNoGateway(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const missing = PROGRAMS.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
  if (findFaketime() === undefined) missing.push("libfaketime");
  if (missing.length === 0) return "";
  return `${missing.join(", ")} not installed (apt-get install radosgw ceph-mon ceph-osd libfaketime)`;
}

/** Settings of a cluster of one machine that is deleted after use: no authentication within it, no second copy. */
const settings = (folder: string, cluster: string, monitorPort: number, gatewayPort: number) => `[global]
fsid = ${cluster}
mon host = v1:127.0.0.1:${monitorPort}
mon data = ${folder}/mon
osd data = ${folder}/osd
run dir = ${folder}
crash dir = ${folder}
keyring = ${folder}/keyring
log file = ${folder}/log/$name
mon cluster log file = ${folder}/log/cluster
admin socket =
auth cluster required = none
auth service required = none
auth client required = none
public network = 127.0.0.0/8
ms bind msgr2 = false
paxos propose interval = 0.05
paxos min wait = 0.01
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 1
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
osd objectstore = memstore
memstore device bytes = 4294967296
rgw frontends = beast endpoint=127.0.0.1:${gatewayPort}
`;

/** One gateway with its cluster. */
export class S3Gateway {
  private readonly cluster: ChildProcess[] = [];
  private gateway: ChildProcess | undefined;
  private aheadMs = 0;
  private buckets = 0;

  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly accessKeyId: string,
    private readonly secretAccessKey: string,
  ) {}

  /** Starts an empty gateway. @throws {Error} with what a program wrote */
  static async start(): Promise<S3Gateway> {
    const reason = whyNoGateway();
    if (reason !== "") throw new Error(reason);
    for (let attempt = 1; ; attempt++) {
      const folder = mkdtempSync(join(tmpdir(), "sdl-s3-"));
      const keys = [8, 16].map((bytes) => randomBytes(bytes).toString("hex")) as [string, string];
      const server = new S3Gateway(folder, await freePort(), ...keys);
      try {
        await server.startCluster(await freePort());
        await server.startAgain();
        return server;
      } catch (error) {
        await server.remove();
        if (attempt === START_ATTEMPTS) throw error;
      }
    }
  }

  /** What programs need in their environment to use a bucket. @param port of the gateway, or of a proxy before it */
  environment(port: number = this.port): Record<string, string> {
    return {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: "us-east-1",
      AWS_ACCESS_KEY_ID: this.accessKeyId,
      AWS_SECRET_ACCESS_KEY: this.secretAccessKey,
    };
  }

  /** Makes a bucket. @returns its name */
  async makeBucket(): Promise<string> {
    const name = `bucket${++this.buckets}`;
    await this.send("PUT", name);
    return name;
  }

  /** Lets another user read a bucket and no more. @returns the environment of that user */
  async addReader(bucket: string): Promise<Record<string, string>> {
    const keys = [8, 16].map((bytes) => randomBytes(bytes).toString("hex")) as [string, string];
    const user = `reader-${bucket}`;
    await this.addUser(user, ...keys);
    const arn = `arn:aws:s3:::${bucket}`;
    const statement = {
      Effect: "Allow",
      Principal: { AWS: [`arn:aws:iam:::user/${user}`] },
      Action: ["s3:ListBucket", "s3:GetObject"],
      Resource: [arn, `${arn}/*`],
    };
    await this.send("PUT", `${bucket}?policy`, JSON.stringify({ Version: "2012-10-17", Statement: [statement] }));
    return { AWS_ACCESS_KEY_ID: keys[0], AWS_SECRET_ACCESS_KEY: keys[1] };
  }

  /** Keys of a bucket, sorted. */
  async keys(bucket: string): Promise<string[]> {
    const page = parseListPage(new TextDecoder().decode(await this.send("GET", `${bucket}?list-type=2`)));
    return (page?.objects ?? []).map(({ key }) => key);
  }

  /** Sends a signed request for a path. @throws {Error} if it is refused */
  async send(method: string, path: string, body?: Uint8Array | string): Promise<Uint8Array> {
    const { accessKeyId, secretAccessKey } = this;
    const client = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region: "us-east-1" });
    const datetime = new Date(Date.now() + this.aheadMs).toISOString().replace(/[:-]|\.\d{3}/g, "");
    const url = `http://127.0.0.1:${this.port}/${path}`;
    const response = await client.fetch(url, { method, ...(body === undefined ? {} : { body }), aws: { datetime } });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Moves the gateway's clock on, from the next request on. */
  advance(ms: number): void {
    this.aheadMs += ms;
    writeFileSync(join(this.folder, "clock"), `+${this.aheadMs / 1000}\n`);
  }

  /** Ends the gateway without a shutdown. Its cluster goes on. */
  async kill(): Promise<void> {
    await end(this.gateway);
  }

  /** Starts the gateway on its port after {@link kill}. */
  async startAgain(): Promise<void> {
    this.advance(0);
    const clock = { FAKETIME_TIMESTAMP_FILE: join(this.folder, "clock"), FAKETIME_NO_CACHE: "1" };
    const fake = { LD_PRELOAD: findFaketime(), FAKETIME_DONT_FAKE_MONOTONIC: "1", ...clock };
    this.gateway = this.spawn("radosgw", ["-n", "client.sdl"], fake);
    const lastMs = performance.now() + START_MS;
    while (!(await fetch(`http://127.0.0.1:${this.port}/`).then(isOk, () => false))) {
      if (this.gateway.exitCode !== null || performance.now() > lastMs) throw new Error(this.output("radosgw"));
      await sleep(50);
    }
  }

  /** Ends all and deletes the data. */
  async remove(): Promise<void> {
    await Promise.all([this.gateway, ...this.cluster].map(end));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async startCluster(monitorPort: number): Promise<void> {
    const [cluster, store] = [randomUUID(), randomUUID()];
    for (const name of ["mon", "osd", "log"]) mkdirSync(join(this.folder, name));
    writeFileSync(join(this.folder, "ceph.conf"), settings(this.folder, cluster, monitorPort, this.port));
    const map = join(this.folder, "monmap");
    await run("monmaptool", ["--create", "--addv", "a", `v1:127.0.0.1:${monitorPort}`, "--fsid", cluster, map]);
    await this.run("ceph-mon", "--mkfs", "-i", "a", "--monmap", map);
    this.cluster.push(this.spawn("ceph-mon", ["-i", "a"]));
    await this.run("ceph", "osd", "new", store);
    await this.run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", store);
    this.cluster.push(this.spawn("ceph-osd", ["-i", "0"]));
    await this.addUser("sdl", this.accessKeyId, this.secretAccessKey);
  }

  private async addUser(name: string, accessKeyId: string, secretAccessKey: string): Promise<void> {
    const keys = ["--access-key", accessKeyId, "--secret-key", secretAccessKey];
    await this.run("radosgw-admin", "user", "create", "--uid", name, "--display-name", name, ...keys);
  }

  private async run(program: string, ...args: readonly string[]): Promise<void> {
    await run(program, ["-c", join(this.folder, "ceph.conf"), ...args], { timeout: START_MS });
  }

  /** Starts a program that stays. */
  private spawn(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    const output = openSync(join(this.folder, "log", program), "a");
    const all = ["-c", join(this.folder, "ceph.conf"), ...args, "-f"];
    const child = spawn(program, all, { stdio: ["ignore", output, output], env: { ...process.env, ...env } });
    closeSync(output);
    return child;
  }

  private output(program: string): string {
    return `${program}: ${readFileSync(join(this.folder, "log", program), "utf8").slice(-2000)}`;
  }
}

const isOk = (response: Response) => response.ok;

async function end(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
