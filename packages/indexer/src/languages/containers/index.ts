/** Registry of formats that hold code of other languages. */
import type { Language } from "@sdl/model";
import { type ContainerLanguage, isContainer } from "@sdl/model/facts";
import { readAstro } from "./astro.js";
import type { ContainerReader } from "./container.js";
import { readNotebook } from "./notebook.js";
import { readSvelte } from "./svelte.js";
import { readVue } from "./vue.js";

export type { ContainerSource } from "./container.js";

const READERS: Readonly<Record<ContainerLanguage, ContainerReader>> = {
  vue: readVue,
  svelte: readSvelte,
  astro: readAstro,
  notebook: readNotebook,
};

/** The reader of a language's files; `undefined` for languages that a parser reads as they are. */
export function containerReader(language: Language): ContainerReader | undefined {
  return isContainer(language) ? READERS[language] : undefined;
}
