/** Grammar loading: each grammar is loaded once, also for concurrent requests. */
import { LANGUAGES } from "@sdl/model";
import type { GrammarLanguage } from "@sdl/model/facts";
import { expect, test } from "vitest";
import { ParseEngine } from "../../src/parse/parser.js";

const TEXTS: Readonly<Record<GrammarLanguage, string>> = {
  typescript: "const a: number = 1;\n",
  tsx: "const a = <b />;\n",
  javascript: "var a = 1;\n",
  python: "a = 1\n",
  go: "package a\n",
};

test("concurrent requests share a load, and their texts are reparsed from their trees", async () => {
  const engine = await ParseEngine.create([]);
  const ask = async (language: GrammarLanguage): Promise<void> => {
    await engine.loadMissing([language]);
    const grammar = engine.grammar(language);
    for (const text of [TEXTS[language], `${TEXTS[language]}${TEXTS[language]}`]) {
      engine.parse(language, text, { key: "one file" });
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(engine.grammar(language)).toBe(grammar);
  };
  const asks = Array.from({ length: 6 }, () => LANGUAGES.map(ask)).flat();
  expect((await Promise.allSettled(asks)).filter(({ status }) => status === "rejected")).toEqual([]);
  engine.delete();
});

test("a failed load rejects its own request and affects no other", async () => {
  const engine = await ParseEngine.create([]);
  const [failed, done] = await Promise.allSettled([
    engine.loadMissing(["no such language" as GrammarLanguage]),
    engine.loadMissing(["python"]),
  ]);
  expect(failed.status).toBe("rejected");
  expect(done.status).toBe("fulfilled");
  expect(() => engine.parse("python", TEXTS.python)).not.toThrow();
  engine.delete();
});
