/**
 * Starts a server of S3-compatible buckets (Ceph's gateway) on free ports, in memory, for trying a remote; prints the
 * variables of the environment and the URL of a bucket. Ctrl-C ends the server and deletes the data. Needs a build, and
 * the programs of Ceph (Debian: radosgw, ceph-mon, ceph-osd, libfaketime).
 */
import { once } from "node:events";
import process from "node:process";
import { S3Gateway, whyNoGateway } from "../packages/remote/dist/testing/index.js";

const reason = whyNoGateway();
if (reason !== "") {
  console.error(`no server can be started: ${reason}`);
  process.exit(1);
}
const gateway = await S3Gateway.start();
for (const [name, value] of Object.entries(gateway.environment())) console.log(`export ${name}=${value}`);
console.log(`# s3://${await gateway.makeBucket()}/team`);
await Promise.race(["SIGINT", "SIGTERM"].map((signal) => once(process, signal)));
await gateway.remove();
