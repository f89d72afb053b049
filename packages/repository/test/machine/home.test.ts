/** Home folder by environment: an absolute path, independent of the current folder. */
import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cacheDirectory, homeDirectory } from "../../src/machine/home.js";

const listed = userInfo().homedir;

test.each([
  [{ SDL_HOME: "/a/sdl", HOME: "/h" }, "/a/sdl", "/a/sdl/cache"],
  [{ XDG_DATA_HOME: "/d", XDG_CACHE_HOME: "/c", HOME: "/h" }, "/d/sdl", "/c/sdl"],
  [{ HOME: "/h" }, "/h/.local/share/sdl", "/h/.cache/sdl"],
  [{}, join(listed, ".local/share/sdl"), join(listed, ".cache/sdl")],
  [{ HOME: "some/where" }, join(listed, ".local/share/sdl"), join(listed, ".cache/sdl")],
  [{ HOME: "", SDL_HOME: "sdl" }, join(listed, ".local/share/sdl"), join(listed, ".cache/sdl")],
])("of %j", (env, home, cache) => {
  expect([homeDirectory(env), cacheDirectory(env)]).toEqual([home, cache]);
});

test("the home folder is an absolute path for any environment", () => {
  const value = fc.option(fc.constantFrom("", ".", "a/b", "/a/b", "../x", "~", "/"), { nil: undefined });
  const names = ["SDL_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "HOME", "USERPROFILE"] as const;
  fc.assert(
    fc.property(fc.tuple(...names.map(() => value)), (values) => {
      const env = Object.fromEntries(names.map((name, i) => [name, values[i]]));
      return isAbsolute(homeDirectory(env)) && isAbsolute(cacheDirectory(env));
    }),
    { seed: 20, numRuns: 500 },
  );
});
