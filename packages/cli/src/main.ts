#!/usr/bin/env node
/** First module of the `sdl` program. It runs only in the bundle, in whose folder the chunks are. */
import { dirname } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { ChunkLoader } from "./chunk-loader.js";
import { forgetAllocator, hasFront } from "./front/environment.js";

const folder = dirname(fileURLToPath(import.meta.url));
const [, , command, ...options] = process.argv;
const isBehindFront = hasFront();
if (isBehindFront) forgetAllocator(process.env);
const isServer = command === "serve" && !isBehindFront;
if (isServer && options.includes("--http"))
  void import("./front/supervisor.js").then(({ runSupervisor }) => runSupervisor());
else if (isServer) void import("./front/front.js").then(({ runFront }) => runFront());
// A hook runs at every search of an agent, so it loads no other module. The program prints the help.
else if (command === "augment" && !options.some((option) => option.startsWith("-h") || option === "--help"))
  new ChunkLoader(folder).loadAugment().runAugment(options);
else void new ChunkLoader(folder).loadProgram().runProcess();
