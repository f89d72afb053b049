/** The example repository, written to a temporary folder and indexed. */
import { fileURLToPath } from "node:url";
import { indexRefresh, openEngine } from "@sdl/engine";
import { makePlace, writeExampleRepository } from "@sdl/engine/testing";

export interface Example {
  readonly root: string;
  readonly home: string;
  remove(): void;
}

/** The bundled program. */
export const PROGRAM = fileURLToPath(new URL("../../cli/bundle/sdl.js", import.meta.url));

/** A server without the front that the program starts first. */
export const SERVER = fileURLToPath(new URL("serve.mjs", import.meta.url));

export async function indexExample(): Promise<Example> {
  const place = makePlace();
  const { root, home } = place;
  writeExampleRepository(root);
  const engine = openEngine({ cwd: root, env: { SDL_HOME: home } });
  try {
    await engine.register({ rootPath: root, settings: {} });
    await indexRefresh.execute({}, { engine });
  } finally {
    await engine.close();
  }
  return place;
}

/** Environment variables that a spawned server needs, without the tester's own. */
export function serverEnvironment(home: string): Record<string, string> {
  return { PATH: process.env["PATH"] ?? "", SDL_HOME: home, SDL_BACKGROUND: "off" };
}
