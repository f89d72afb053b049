/** Reader of a configuration object: returns the valid values, and a finding for each invalid one. Reads key by key. */
import { LANGUAGES, type Language } from "@sdl/model";
import { closestWords } from "@sdl/model/text";
import type { Node } from "jsonc-parser";
import { faultOfGlob, type GlobFault } from "./check-glob.js";
import type { ConfigFinding } from "./config-finding.js";
import {
  CONFIG_KEYS,
  type ConfigKey,
  GLOB_KEYS,
  type GlobKey,
  KEY_SYNONYMS,
  MAX_GLOBS,
  MOST_FILE_BYTES,
} from "./config-keys.js";
import type { WrittenGlob } from "./path-globs.js";
import { type JsonFile, objectMembers } from "./read-json.js";

/** Maximum number of findings of one file; the first ones are kept. */
const MAX_FINDINGS = 20;
/** Longest value shown in a message, in UTF-16 units. */
const MAX_SHOWN = 60;
const NAMES = Object.keys(CONFIG_KEYS) as ConfigKey[];

/** Reads one configuration. */
export class ConfigReader {
  languages: ReadonlySet<Language> | undefined;
  maxFileBytes: number | undefined;
  /** Lines of `languages` and `maxFileBytes`. */
  readonly lines: { languages?: number; maxFileBytes?: number } = {};
  readonly globs: Partial<Record<GlobKey, readonly WrittenGlob[]>> = {};
  readonly findings: ConfigFinding[] = [];

  /** @param prefix of keys in findings */
  constructor(
    private readonly source: string,
    private readonly json: JsonFile,
    readonly prefix = "",
  ) {}

  report(finding: Omit<ConfigFinding, "source">): void {
    if (this.findings.length < MAX_FINDINGS) this.findings.push({ source: this.source, ...finding });
  }

  read(root: Node): void {
    if (root.type !== "object") {
      const advice = 'write an object, such as { "ignore": ["vendor/"] }';
      this.report({
        line: this.json.lineOf(root),
        ...this.keyField(""),
        problem: `is ${valueKind(root)}, not an object`,
        advice,
      });
      return;
    }
    const members = objectMembers(root);
    const last = new Map(members.map(({ name, at }) => [name, at]));
    members.forEach(({ name, at, value }) => {
      if (last.get(name) !== at)
        this.reportNode(at, name, { problem: "appears twice; the last one counts", advice: "keep one" });
      else if (value === undefined)
        this.reportNode(at, name, { problem: "has no value", advice: "write one, or remove the key" });
      else this.readKey(name, at, value);
    });
  }

  private readKey(name: string, at: Node, value: Node): void {
    if (name === "languages" || name === "maxFileBytes") this.lines[name] = this.json.lineOf(value);
    if (name === "languages") this.languages = this.readLanguages(value);
    else if (name === "maxFileBytes") this.maxFileBytes = this.readBytes(value);
    else if (isGlobKey(name)) this.globs[name] = this.readGlobs(name, value);
    // Of many mistakes, only the first ones are reported.
    else if (name !== "$schema" && this.findings.length < MAX_FINDINGS)
      this.reportNode(at, shortenValue(name), unknownKey(name));
  }

  private readLanguages(value: Node): ReadonlySet<Language> | undefined {
    const entries = this.listEntries("languages", value, LANGUAGES.length, `["typescript", "python"]`);
    const known = entries?.filter(({ key, node }) => {
      const { value: name } = node;
      if (typeof name === "string" && LANGUAGES.some((language) => language === name)) return true;
      const [best] = typeof name === "string" ? closestWords(name, LANGUAGES, 1) : [];
      const problem = `is ${valueAsWritten(node)}, no language that is indexed`;
      this.reportNode(node, key, { problem, advice: adviceWithGuess(best, `write one of ${LANGUAGES.join(", ")}`) });
      return false;
    });
    if (known?.length === 0) {
      const advice = "name a language, or remove the key: then all are indexed";
      this.reportNode(value, "languages", { problem: "names no language; it is ignored", advice });
    }
    return known === undefined || known.length === 0 ? undefined : new Set(known.map(({ node }) => node.value));
  }

  private readBytes(value: Node): number | undefined {
    const bytes: unknown = value.value;
    if (typeof bytes === "number" && Number.isInteger(bytes) && bytes >= 1 && bytes <= MOST_FILE_BYTES) return bytes;
    const problem = `is ${valueAsWritten(value)}, not a whole number from 1 to ${MOST_FILE_BYTES}`;
    this.reportNode(value, "maxFileBytes", { problem, advice: "write bytes as a number, such as 500000" });
    return undefined;
  }

  private readGlobs(name: GlobKey, value: Node): WrittenGlob[] {
    const globs: WrittenGlob[] = [];
    for (const { key, node } of this.listEntries(name, value, MAX_GLOBS, `["vendor/"]`) ?? []) {
      const text: unknown = node.value;
      const fault = typeof text === "string" ? faultOfGlob(text) : NOT_A_STRING;
      if (fault === undefined) globs.push({ text: String(text), line: this.json.lineOf(node) });
      else this.reportNode(node, key, { ...fault, problem: `${valueAsWritten(node)} ${fault.problem}` });
    }
    return globs;
  }

  /** The entries of a list, up to the limit. @param example a valid value */
  private listEntries(name: ConfigKey, value: Node, most: number, example: string) {
    if (value.type !== "array") {
      this.reportNode(value, name, {
        problem: `is ${valueAsWritten(value)}, not a list`,
        advice: `write a list, such as ${example}`,
      });
      return undefined;
    }
    const entries = (value.children ?? []).map((node, i) => ({ key: `${name}[${i}]`, node }));
    const first = entries[most];
    if (first !== undefined && name !== "languages") {
      const problem = `and the rest are ignored: a list has at most ${most} entries`;
      this.reportNode(first.node, first.key, { problem, advice: "name folders instead of files" });
    }
    return name === "languages" ? entries : entries.slice(0, most);
  }

  private reportNode(node: Node, key: string, fault: GlobFault): void {
    this.report({ line: this.json.lineOf(node), ...this.keyField(key), ...fault });
  }

  private keyField(key: string): { readonly key?: string } {
    const name = `${this.prefix}${key}`.replace(/\.$/, "");
    return name === "" ? {} : { key: name };
  }
}

const NOT_A_STRING: GlobFault = { problem: "is no text", advice: 'write a glob, such as "vendor/"' };

function isGlobKey(name: string): name is GlobKey {
  return GLOB_KEYS.some((key) => key === name);
}

function unknownKey(name: string): GlobFault {
  const synonym = KEY_SYNONYMS[name.toLowerCase().replace(/[_\-.]/g, "")];
  const [best] = synonym === undefined ? closestWords(name, NAMES, 1) : [synonym];
  return { problem: "is no key", advice: adviceWithGuess(best, `the keys are ${NAMES.join(", ")}`) };
}

function adviceWithGuess(best: string | undefined, advice: string): string {
  return best === undefined
    ? advice
    : `did you mean ${JSON.stringify(best)}? ${advice[0]?.toUpperCase()}${advice.slice(1)}`;
}

/** The value as written, truncated if long. */
function valueAsWritten(node: Node): string {
  if (node.type === "object" || node.type === "array") return valueKind(node);
  return shortenValue(JSON.stringify(node.value) ?? "nothing");
}

function shortenValue(text: string): string {
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN)}…`;
}

function valueKind({ type }: Node): string {
  return type === "array" ? "a list" : type === "object" ? "an object" : type === "null" ? "null" : `a ${type}`;
}
