/** A server process for tests: serves the repository in the working directory. Options as JSON in the first argument. */
import process from "node:process";
import { openEngine } from "@sdl/engine";
import { serveStdio } from "../dist/index.js";

const options = JSON.parse(process.argv[2] ?? "{}");
await serveStdio({ engine: openEngine({ cwd: process.cwd(), env: process.env }), ...options });
process.exit(0);
