/**
 * Generator of a repository with secrets in code, configuration, documents and history, and in a client's texts.
 * Seeded.
 */
import { pick, randomNumbers } from "../../statistics/random.js";
import { namedSamples, openSamples } from "../compose.js";
import { PROVIDER_FORMATS } from "../formats.js";
import { makeUp } from "../made-up.js";
import { textSamples } from "../score-shapes.js";

/** A text that contains a secret. */
export interface PlantedText {
  readonly kind: string;
  readonly text: string;
  readonly secret: string;
}

/** A file that contains a secret. */
export interface PlantedFile extends PlantedText {
  readonly path: string;
}

const EXTENSIONS = { typescript: "ts", tsx: "tsx", javascript: "js", python: "py", go: "go" } as const;
/** A secret is planted into every n-th shape of code. */
const STEP = 12;
const OPEN_STEP = 6;
const PER_TEXT = 1;
const CLIENT_TEXTS = 10;

/** File name by class of text. */
const TEXT_FILES: Readonly<Record<string, string>> = {
  json: "config.json",
  yaml: "settings.yaml",
  "toml and ini": "app.toml",
  environment: ".env",
  markup: "web.xml",
  infrastructure: "main.tf",
  command: "run.sh",
  sentence: "NOTES.md",
  code: "SNIPPET.md",
};

/** Files of all classes. */
export function plantedFiles(seed: number): readonly PlantedFile[] {
  const named = namedSamples(seed, 1).filter((_, at) => at % STEP === 0);
  const open = openSamples(seed + 1, 1).filter((_, at) => at % OPEN_STEP === 0);
  const code = [...named, ...open].map(({ language, text, secret }, at) => ({
    kind: at < named.length ? "named in code" : "provider's in code",
    path: `src/${at % 20}/file${at}.${EXTENSIONS[language]}`,
    ...{ text, secret },
  }));
  const texts = textSamples(seed + 2, PER_TEXT).map(({ kind, text, secret }, at) => ({
    kind: kind === "sentence" || kind === "command" || kind === "code" ? "documents" : "configuration",
    path: `conf/${at}/${TEXT_FILES[kind]}`,
    ...{ text: `${text}\n`, secret },
  }));
  return [...code, ...texts];
}

/** Sentences of people and clients that contain a secret, half of the secrets in providers' formats. */
export function plantedSentences(kind: string, seed: number): readonly PlantedText[] {
  const random = randomNumbers(seed);
  const formats = Object.values(PROVIDER_FORMATS).filter((format) => !/[«\n\\]/.test(format));
  const named = textSamples(seed, 5).filter((sample) => sample.kind === "sentence");
  const told = named.slice(0, CLIENT_TEXTS).map(({ text, secret }) => ({ kind, text, secret }));
  const open = Array.from({ length: CLIENT_TEXTS }, () => {
    const secret = makeUp(pick(formats, random), random);
    return { kind, text: `found ${secret} in the build`, secret };
  });
  return [...told, ...open];
}
