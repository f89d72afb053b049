/** Path classes that a query is about, whose priors are disabled. Knows words only. */
import { PATH_CLASSES, type PathClass } from "@sdl/model/paths";
import { stem, wordsOf } from "@sdl/model/text";

const TOPICS: Partial<Record<PathClass, string>> = {
  test: "test tests testing spec specs fixture mock e2e unittest pytest vitest jest",
  example: "example demo sample tutorial",
  documentation: "doc docs documentation",
  benchmark: "bench benchmark",
  compatibility: "compat compatibility",
  barrel: "barrel index reexport",
  declaration: "declaration typings dts",
  generated: "generated vendor vendored",
};

/** Path class by word and by stem. */
const CLASS_OF_WORD: ReadonlyMap<string, PathClass> = new Map(
  PATH_CLASSES.flatMap((name) => {
    const words = TOPICS[name]?.split(" ") ?? [];
    return [...words, ...words.map(stem)].map((word): [string, PathClass] => [word, name]);
  }),
);

/** Classes named by a word of the query, such as "test" or "docs". */
export function topicsOf(query: string): ReadonlySet<PathClass> {
  const found = new Set<PathClass>();
  for (const word of wordsOf(query)) {
    for (const part of word.split(/[_$]+|(?<=[a-z])(?=[A-Z])/)) {
      const topic = CLASS_OF_WORD.get(stem(part.toLowerCase()));
      if (topic !== undefined) found.add(topic);
    }
  }
  return found;
}
