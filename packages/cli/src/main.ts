#!/usr/bin/env node
/** The `sdl` program's first module: what it imports statically would be compiled before the cache is on. */
import module from "node:module";

// Of Node 22.1 and later; what is imported after it starts without compiling its modules again.
if ("enableCompileCache" in module && typeof module.enableCompileCache === "function") module.enableCompileCache();
const { runProcess } = await import("./run-process.js");
await runProcess();
