import { expect, test } from "vitest";
import {
  forgetAllocator,
  hasFront,
  isSuccessor,
  serverEnvironment,
  serverExecArgv,
} from "../../src/front/environment.js";

test("a server's environment has its starter, why the previous one ended, and allocator settings", () => {
  const env = serverEnvironment({ PATH: "/bin" }, "SIGBUS");
  expect(env).toEqual({
    PATH: "/bin",
    MALLOC_ARENA_MAX: "12",
    MALLOC_TOP_PAD_: "8192",
    MALLOC_TRIM_THRESHOLD_: "65536",
    MALLOC_MMAP_THRESHOLD_: "9216",
    SDL_SERVE_PARENT: String(process.pid),
    SDL_SERVE_AFTER: "SIGBUS",
  });
  expect(isSuccessor(env)).toBe(true);
  expect(isSuccessor(serverEnvironment({}, undefined))).toBe(false);
  expect(hasFront()).toBe(false);
});

test("allocator settings of the user win", () => {
  expect(serverEnvironment({ MALLOC_ARENA_MAX: "8" }, undefined)["MALLOC_ARENA_MAX"]).toBe("8");
});

test("a server passes the user's allocator settings on to processes that it starts, and none of its front", () => {
  const env = serverEnvironment({ PATH: "/bin", MALLOC_ARENA_MAX: "8" }, undefined);
  forgetAllocator(env);
  expect(Object.keys(env).filter((name) => name.startsWith("MALLOC"))).toEqual(["MALLOC_ARENA_MAX"]);
  expect(env["PATH"]).toBe("/bin");
});

test("a server's young generation is small unless the user sets its size", () => {
  expect(serverExecArgv(["--enable-source-maps"], "")).toEqual(["--max-semi-space-size=8", "--enable-source-maps"]);
  expect(serverExecArgv(["--max-semi-space-size=64"], "")).toEqual(["--max-semi-space-size=64"]);
  expect(serverExecArgv([], "--no-warnings --max_semi_space_size=2")).toEqual([]);
});
