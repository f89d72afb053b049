/** Grammars are loaded once, whoever asks for them at one time. */
import { LANGUAGES, type Language } from "@sdl/model";
import { expect, test } from "vitest";
import { ParseEngine } from "../../src/parse/parser.js";

const TEXTS: Readonly<Record<Language, string>> = {
  typescript: "const a: number = 1;\n",
  tsx: "const a = <b />;\n",
  javascript: "var a = 1;\n",
  python: "a = 1\n",
  go: "package a\n",
};

test("askers at one time share a load, and what they parse is parsed again from its tree", async () => {
  const engine = await ParseEngine.create([]);
  const ask = async (language: Language): Promise<void> => {
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

test("a load that fails is told to who asked, and hinders no other", async () => {
  const engine = await ParseEngine.create([]);
  const [failed, done] = await Promise.allSettled([
    engine.loadMissing(["no such language" as Language]),
    engine.loadMissing(["python"]),
  ]);
  expect(failed.status).toBe("rejected");
  expect(done.status).toBe("fulfilled");
  expect(() => engine.parse("python", TEXTS.python)).not.toThrow();
  engine.delete();
});
