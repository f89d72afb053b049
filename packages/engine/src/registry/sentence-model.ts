/** The sentence model that the user's settings name. */
import { type ChosenModel, modelNamed } from "@sdl/repository/embeddings";
import { loadSettings } from "./settings.js";

/** @param home see `homeDirectory` @returns `undefined` when the settings name none */
export function chosenModel(home: string): ChosenModel | undefined {
  const { settings } = loadSettings(home);
  const name = settings["semantic.model"];
  return name === "" ? undefined : modelNamed(home, name, settings["semantic.model.download"] === "allow");
}
