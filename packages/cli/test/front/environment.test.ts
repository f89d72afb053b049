import { expect, test } from "vitest";
import { hasFront, isSuccessor, serverEnvironment } from "../../src/front/environment.js";

test("a server is told who started it, why the one before ended, and how to keep memory", () => {
  const env = serverEnvironment({ PATH: "/bin" }, "SIGBUS");
  expect(env).toEqual({
    PATH: "/bin",
    MALLOC_ARENA_MAX: "2",
    MALLOC_TRIM_THRESHOLD_: "1048576",
    SDL_SERVE_PARENT: String(process.pid),
    SDL_SERVE_AFTER: "SIGBUS",
  });
  expect(isSuccessor(env)).toBe(true);
  expect(isSuccessor(serverEnvironment({}, undefined))).toBe(false);
  expect(hasFront()).toBe(false);
});

test("what the user sets of the allocator holds", () => {
  expect(serverEnvironment({ MALLOC_ARENA_MAX: "8" }, undefined)["MALLOC_ARENA_MAX"]).toBe("8");
});
