/**
 * Bridge from HTTP clients to a server over standard input and output: each session is a process. Passes messages
 * unchanged; requests and notifications that the server starts go out with the open request.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import {
  localhostHostValidation,
  localhostOriginValidation,
  NodeStreamableHTTPServerTransport,
} from "@modelcontextprotocol/node";

const SERVER = fileURLToPath(new URL("serve-stdio.mjs", import.meta.url));
const sessions = new Map();

function openSession() {
  const child = spawn(process.execPath, [SERVER], { stdio: ["pipe", "pipe", "inherit"] });
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.set(id, transport),
  });
  const open = new Set();
  transport.onmessage = (message) => {
    if (message.method !== undefined && message.id !== undefined) open.add(message.id);
    child.stdin.write(`${JSON.stringify(message)}\n`);
  };
  transport.onclose = () => child.stdin.end();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    const [relatedRequestId] = open;
    if (message.method === undefined) open.delete(message.id);
    transport.send(message, { relatedRequestId }).catch(() => undefined);
  });
  return transport;
}

const isHostAllowed = localhostHostValidation();
const isOriginAllowed = localhostOriginValidation();
const server = createServer((request, response) => {
  if (!isHostAllowed(request, response) || !isOriginAllowed(request, response)) return;
  const known = sessions.get(request.headers["mcp-session-id"]);
  void (known ?? openSession()).handleRequest(request, response);
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`));
