/** Opens a written page in the system's viewer. */
import process from "node:process";
import { SdlError } from "@sdl/engine";
import { chooseOpener, openWithSystem } from "../opener.js";

/** @throws {SdlError} `internal` if no program of the system opens it */
export async function openFile(file: string, platform: NodeJS.Platform = process.platform): Promise<void> {
  await openWithSystem(file, platform).catch((cause: unknown) => {
    const { command } = chooseOpener(platform, file);
    throw new SdlError("internal", `${file} is written, but ${command} did not start; open it by hand`, { cause });
  });
}
