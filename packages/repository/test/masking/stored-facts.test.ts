/** Stored facts contain no secret of their source file. */
import { extractFacts, ParseEngine } from "@sdl/indexer";
import type { Language } from "@sdl/model";
import { FactsPage, factsText } from "@sdl/model/facts";
import { expect, test } from "vitest";
import { createMasker } from "../../src/masking/masker.js";

/** Concatenated so that no scanner takes this file for a leak. */
const SECRETS = [
  `ghp_${"a1B2".repeat(9)}`,
  `AKIA${"Q3EGYTWZ5N7X"}K2LM`,
  `sk_live_${"4eC39HqLyjWDarjtT1zdp7dc"}`,
  "192.168.17.4",
] as const;
const NAMED = `Zx81${"Qp77Lm"}`;

const SOURCES: Readonly<Record<string, (secret: string) => string>> = {
  typescript: (secret) => `/** Uses ${secret} at home. */
export const KEY = "${secret}";
export function call(key = "${secret}", host: "${secret}" = "${secret}") {
  // Once it was ${secret}.
  if (key !== "${secret}") throw new Error("not ${secret}");
  return fetch(\`https://x/${secret}\`, { password: "${NAMED}" });
}
const password = "${NAMED}";
`,
  python: (secret) => `"""Uses ${secret} at home."""
KEY = "${secret}"
password = "${NAMED}"


def call(key="${secret}", password="${NAMED}"):
    """Calls with ${secret}."""
    assert key != "${secret}", "not ${secret}"
    return fetch(f"https://x/${secret}", password="${NAMED}")
`,
};

const cases = Object.keys(SOURCES).flatMap((language) =>
  SECRETS.map((secret) => [language as Language, secret] as const),
);

test.each(cases)("%s facts contain no %s", async (language, secret) => {
  const engine = await ParseEngine.create([language]);
  const text = SOURCES[language]?.(secret) ?? "";
  const page = new FactsPage(extractFacts(engine, { language, text, generated: false }, createMasker()));
  const stored = factsText(page);
  expect(stored).toContain("call");
  expect(stored).not.toContain(secret);
  expect(stored).not.toContain(NAMED);
  engine.delete();
});
