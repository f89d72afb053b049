/** Keys of JSON, including comments, single quotes and bare keys. Content of lists has no key. */
import type { KeyList } from "./key-list.js";

/** Matches a token. An unclosed string ends with its line, so that no character is read twice. */
const TOKEN =
  /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[{}[\],:\n]|[^\s{}[\],:"'/]+/g;

/** Adds the keys of a JSON text to `keys`. */
export function readJsonKeys(text: string, keys: KeyList): void {
  const reader = new JsonReader(keys);
  for (const [token] of text.matchAll(TOKEN)) reader.readToken(token);
}

class JsonReader {
  /** Keys of the enclosing objects; `undefined` for the outermost object. */
  private readonly above: (string | undefined)[] = [];
  private line = 1;
  private word: string | undefined;
  private key: string | undefined;

  constructor(private readonly keys: KeyList) {}

  readToken(token: string): void {
    if (token.startsWith("/*") || token === "\n") this.line += token.split("\n").length - 1;
    else if (token === ":") this.takeKey();
    else if (token === "{") this.open(this.above.length === 0 ? "" : this.key);
    else if (token === "[") this.open(undefined);
    else if (token === "}" || token === "]") this.above.pop();
    else if (!token.startsWith("//")) this.word = /^["']/.test(token) ? token.slice(1, -1) : token;
  }

  private takeKey(): void {
    this.key = this.word;
    if (this.key === undefined || !this.keys.acceptsDepth(this.above.length)) return;
    this.keys.add(this.above.slice(1), this.key, this.line);
  }

  private open(key: string | undefined): void {
    this.above.push(key);
    this.key = undefined;
  }
}
