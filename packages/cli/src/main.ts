#!/usr/bin/env node
/** The `sdl` program's first module, in the bundle alone: the chunks that it loads lie beside it. */
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { ChunkLoader } from "./chunk-loader.js";

void new ChunkLoader(dirname(fileURLToPath(import.meta.url))).loadProgram().runProcess();
