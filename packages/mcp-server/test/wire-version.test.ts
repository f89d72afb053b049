/** Tests of the choice of a client's wire format version. */
import { expect, test } from "vitest";
import { declaredWireVersion } from "../src/wire-version.js";

test.each([
  [undefined, undefined],
  [{}, undefined],
  [{ "sdl/wireFormatVersion": 1 }, 1],
  [{ "sdl/wireFormatVersion": 3 }, 3],
  [{ "sdl/wireFormatVersion": [1, 3, 2] }, 3],
  [{ "sdl/wireFormatVersion": [2, 9] }, 2],
  [{ "sdl/wireFormatVersion": 9 }, undefined],
  [{ "sdl/wireFormatVersion": "3" }, undefined],
])("%j declares %j", (meta, version) => {
  expect(declaredWireVersion(meta)).toBe(version);
});
