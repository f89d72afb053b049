/** Serves the fixtures over the product's transport of standard input and output. */
import process from "node:process";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { StdioTransport } from "../../dist/stdio-transport.js";
import { fixtureServer } from "./fixtures.mjs";

const transport = new StdioTransport(process.stdin, process.stdout);
serveStdio(fixtureServer, { transport, onerror: () => undefined });
await transport.whenDone;
process.exit(0);
