/** Random edits of repositories in the toy language. */
import fc from "fast-check";
import type { ToyRepository } from "./toy-indexer.js";

const word = fc.constantFrom("alpha", "beta", "gamma", "token", "state", "hash", "a");
const name = fc.constantFrom("run", "load", "save", "parse", "hash", "main", "init", "__proto__", "toString");
const line = fc
  .record({
    name,
    kind: fc.constantFrom("function", "class", "method", "variable"),
    container: fc.option(name, { nil: undefined, freq: 3 }),
    words: fc.array(word, { maxLength: 4 }),
    calls: fc.array(fc.oneof(name, fc.constantFrom("nowhere", "outside")), { maxLength: 3 }),
  })
  .map(({ name, kind, container, words, calls }) => {
    const inner = container === undefined ? "" : ` in ${container}`;
    const text = words.length === 0 ? "" : ` : ${words.join(" ")}`;
    return `${name} ${kind}${inner}${text}${calls.length === 0 ? "" : ` -> ${calls.join(" ")}`}`;
  });
const source = fc.array(line, { maxLength: 24 }).map((lines) => lines.join("\n"));
const path = fc.constantFrom("a.ts", "b.ts", "src/index.ts", "src/hash/token.ts", "src/héllo.ts", "𝒳.ts", "z.ts");

export type ToyEdit = (repository: ToyRepository) => ToyRepository;

const putFile: fc.Arbitrary<ToyEdit> = fc.tuple(path, source).map(([file, text]) => (repository) => ({
  ...repository,
  files: { ...repository.files, [file]: text },
}));
const insertLine: fc.Arbitrary<ToyEdit> = fc.tuple(path, line, fc.nat(30)).map(([file, added, at]) => (repository) => {
  const lines = (repository.files[file] ?? "").split("\n");
  lines.splice(at % (lines.length + 1), 0, added);
  return { ...repository, files: { ...repository.files, [file]: lines.join("\n") } };
});
/** Adds so many symbols that the file outgrows its handle range; no file calls them. */
const growFile: fc.Arbitrary<ToyEdit> = fc.tuple(path, fc.nat(99)).map(([file, first]) => (repository) => {
  const fresh = Array.from({ length: 30 }, (_, i) => `fresh${first + i} function : alpha`);
  return { ...repository, files: { ...repository.files, [file]: [...fresh, repository.files[file] ?? ""].join("\n") } };
});
const removeFile: fc.Arbitrary<ToyEdit> = path.map((file) => (repository) => {
  const { [file]: _gone, ...files } = repository.files;
  return { ...repository, files };
});
const moveFile: fc.Arbitrary<ToyEdit> = fc.tuple(path, path).map(([from, to]) => (repository) => {
  const { [from]: text, ...files } = repository.files;
  return { ...repository, files: text === undefined ? files : { ...files, [to]: text } };
});
const setInputs: fc.Arbitrary<ToyEdit> = fc
  .tuple(fc.dictionary(fc.constantFrom("p.json", "t.json"), word), fc.array(path, { maxLength: 2 }))
  .map(([configs, skipped]) => (repository) => ({
    ...repository,
    configs,
    skipped: [...new Set(skipped)].map((file) => ({ path: file, reason: "large" })),
  }));
/** Several edits per step. */
export const toyStep = fc.array(
  fc.oneof({ weight: 4, arbitrary: insertLine }, putFile, removeFile, moveFile, growFile, setInputs),
  {
    minLength: 1,
    maxLength: 3,
  },
);
export const toySteps = fc.array(toyStep, { minLength: 1, maxLength: 10 });
