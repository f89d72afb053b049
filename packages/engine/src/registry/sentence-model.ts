/** The sentence model selected in the user's settings. */
import { type ChosenModel, modelNamed } from "@sdl/repository/embeddings";
import { loadSettings } from "./settings.js";

/** @param home see `homeDirectory` @returns `undefined` if the settings name no model */
export function loadChosenModel(home: string): ChosenModel | undefined {
  const { settings } = loadSettings(home);
  const name = settings["semantic.model"];
  return name === "" ? undefined : modelNamed(home, name, settings["semantic.model.download"] === "allow");
}
