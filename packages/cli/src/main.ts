#!/usr/bin/env node
/** The `sdl` program's first module, in the bundle alone: the chunks that it loads lie beside it. */
import { dirname } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { ChunkLoader } from "./chunk-loader.js";
import { hasFront } from "./front/environment.js";
import { runFront } from "./front/front.js";
import { runSupervisor } from "./front/supervisor.js";

const isServer = process.argv[2] === "serve" && !hasFront();
if (isServer && process.argv.includes("--http")) runSupervisor();
else if (isServer) runFront();
else void new ChunkLoader(dirname(fileURLToPath(import.meta.url))).loadProgram().runProcess();
