/**
 * Context rules: secrets recognizable only by their surroundings, such as assigned values with a secret's name,
 * passwords in URLs, private addresses. Every pattern is linear and stays on one line. Matches are checked by shape,
 * since code has many names such as `token`.
 */
import { CharacterKind, characterKind, isSecretShaped } from "./suspicion.js";

/** One rule. */
export interface ContextRule {
  readonly id: string;
  /** Pattern with the global flag. */
  readonly pattern: RegExp;
  /** The capture group that holds the secret; if absent, the whole match. */
  readonly group?: number;
  readonly accept?: (secret: string, context: string) => boolean;
}

/** Words that mark a value as a secret. */
export const KEYWORD =
  "(?:api[_-]?key|apikey|secret|token(?!i[sz])|passw(?:or)?d|passphrase|passwd|pwd|pass(?=[\\W_])|credentials?|(?:auth|access|private|signing|encryption|master|account|license|session|shared|storage|service|admin|app|jwt|hmac|crypt|cipher|salt)[_-]?key)";

/** Rules for lines with a secret's name. near-names.ts finds quoted values. */
export const ASSIGNMENT_RULES: readonly ContextRule[] = [
  {
    id: "assigned-bare-secret",
    pattern: new RegExp(
      `(${KEYWORD}[\\w-]{0,24})["'\`]{0,1}[ \\t]{0,2}[:=][ \\t]{0,2}([^\\s"'\`,;()<>{}\\[\\]\\\\]{8,256})(?![\\w(.\\[])`,
      "gi",
    ),
    group: 2,
    accept: isBareSecret,
  },
];

/** Rules for lines with `@` and `://`. */
export const URL_RULES: readonly ContextRule[] = [
  {
    id: "url-password",
    pattern: /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@'"`<>]{0,64}:([^\s/@'"`<>]{3,128})@[\w[{$%]/gi,
    group: 1,
    accept: (secret) => !isHarmless(secret) && !/^[.*%:{}$\\]+$/.test(secret) && !/[{}]/.test(secret),
  },
  {
    // Generated passwords may contain slashes; after a host and port, a slash starts a path.
    id: "url-key",
    pattern: /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@'"`<>]{0,64}:([\w+/=]{20,128})@[\w[]/gi,
    group: 1,
    accept: (secret) => !/^\d{1,5}\//.test(secret) && isRandom(secret),
  },
];

/** Rules for lines with ` -u` or ` -p`: passwords passed to commands. */
export const COMMAND_RULES: readonly ContextRule[] = [
  {
    id: "command-user",
    pattern: /[ \t](?:-u|--user)[ =]?["']?[\w.@-]{1,64}:([^\s"'`:]{6,128})/g,
    group: 1,
    accept: (secret) => !isHarmless(secret) && !isReference(secret),
  },
  {
    id: "command-password",
    pattern: /\b(?:mysql\w*|mariadb\w*|sshpass|mongo\w*)\b[^\n]{0,200}?[ \t]-p[ ]?["']?([^\s"'`-][^\s"'`]{5,127})/g,
    group: 1,
    accept: (secret) => !isHarmless(secret) && !isReference(secret),
  },
];

const OCTET = "(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)";

/** First characters of private addresses. */
export const ADDRESS_HEADS = ["10.", "192.168.", "172."];

/** Rules for lines with one of {@link ADDRESS_HEADS}. Source: RFC 1918. */
export const ADDRESS_RULES: readonly ContextRule[] = [
  {
    id: "private-ip",
    pattern: new RegExp(
      `(?<![\\w.])(?:10\\.${OCTET}|192\\.168|172\\.(?:1[6-9]|2\\d|3[01]))\\.${OCTET}\\.${OCTET}(?!\\w|\\.\\d)`,
      "g",
    ),
  },
];

const HARMLESS =
  /example|change_?-?me|placeholder|your[_-]?|xxxx|\*\*\*|\*masked|\.\.\.|…|dummy|redacted|insert|replace|\$\{|\$\(|\{\{|<[a-z]|%[(sd]|process\.env|os\.environ|getenv|env\[|^\$[A-Za-z_]|^@|0123456|1234567|abcdef(?!\d)|abc123|test_?-?(?:key|token|secret|pass)|my_?-?(?:key|token|secret|pass)|fake|mock|sample|todo|^(?:\w*[_-])?(?:password|passwd|secret|token|key)s?[_-]?\d{0,3}$/i;

function isHarmless(secret: string): boolean {
  return HARMLESS.test(secret);
}

/** Whether a name is that of a password, which people choose; programs generate values of other names. */
function isPasswordName(name: string): boolean {
  return /pass|pwd/i.test(name);
}

const SECRET_NAME = new RegExp(KEYWORD, "i");

/** Whether a name is that of a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Whether a value with a secret's name looks like a secret. */
export function isSecretValue(value: string, name: string): boolean {
  return isQuotedSecret(value, name) || mixesCharacterKinds(value) || (isPasswordName(name) && isPassphrase(value));
}

/** Whether a range of a text is one word that looks like a secret if it has the right name. */
export function mayBeSecret(text: string, from: number, to: number): boolean {
  if (!isSecretShaped(text, from, to)) return false;
  const value = text.slice(from, to);
  const looksGenerated = (isPassword(value) || isRandom(value)) && !isReference(value);
  return (looksGenerated || PASSPHRASE.test(value)) && !isHarmless(value) && !/\s/.test(value);
}

/** Whether a value mixes letters, digits and symbols, as few other values do. */
function mixesCharacterKinds(value: string): boolean {
  if (value.length < 10 || isHarmless(value) || isReference(value)) return false;
  return /[A-Za-z]/.test(value) && /\d/.test(value) && /[!#$%&*+?@^~=]/.test(value) && isPassword(value);
}

/** Whether a value is several words that a person joined. */
function isPassphrase(value: string): boolean {
  return PASSPHRASE.test(value) && !isHarmless(value);
}

const PASSPHRASE = /^[A-Za-z]{3,12}(?:[-_][A-Za-z]{3,12}){3,7}$/;

function isQuotedSecret(secret: string, name: string): boolean {
  if (isHarmless(secret) || isReference(secret)) return false;
  return isPasswordName(name) ? isPassword(secret) : isRandom(secret);
}

/**
 * Whether an unquoted value with a secret's name looks like a secret: a stricter test than {@link isSecretValue}, since
 * most unquoted words are code.
 */
export function isBareSecret(secret: string, name: string): boolean {
  if (isHarmless(secret) || isReference(secret) || /[=!<>]=|=>|&&|\|\|/.test(secret)) return false;
  return (
    isRandom(secret) ||
    (mixesCharacterKinds(secret) && /[!#%^~]/.test(secret)) ||
    (isPasswordName(name) && isPassword(secret) && /[^\w.$-]/.test(secret) && /\d/.test(secret))
  );
}

/** Whether a value refers to something else: a path, an address, a call, a member. */
function isReference(secret: string): boolean {
  return REFERENCE.test(secret);
}

const REFERENCE = new RegExp(
  [
    "^[a-z][\\w+.-]*:\\/\\/", // a URL
    "^[.~]|^#[\\w-]*$|^#?\\/[a-z][\\w-]*\\/|^\\/[\\w.-]*(?:\\/[\\w.-]*)*$", // a path, a fragment
    "^[\\w$]+(?:\\.[A-Za-z_$][\\w$]*)+$", // a member
    "^[\\w-]+\\/[\\w/.-]*[A-Za-z]{3}[\\w/.-]*\\.\\w{1,5}$", // a file
    "\\(|^[A-Z][A-Z_]+$", // a call, a constant's name
    "^\\d{4}-\\d\\d-\\d\\d(?:T|$)", // a date
    "^sha\\d{1,3}[-:]", // what a lock file says of a package
    "^(?:[a-z]+(?:_[a-z]+)+|[A-Z]+(?:_[A-Z]+)+)=[^=]", // an argument with its name
    "@[0-9a-f]{40}$", // a revision of something else
    "^[\\w.+-]+@[a-z][a-z-]*(?:\\.[a-z]+)+$", // an address of mail
    "\\[[^\\]]*-[^\\]]*\\]|\\\\[bdsw]", // a pattern
  ].join("|"),
);

/** Whether a value looks like a chosen password: several kinds of characters, no mere words. */
function isPassword(secret: string): boolean {
  if (secret.length < 7) return false;
  const kinds =
    Number(/[a-z]/.test(secret)) +
    Number(/[A-Z]/.test(secret)) +
    Number(/\d/.test(secret)) +
    Number(/[^\w\s]|_/.test(secret));
  if (/^[A-Za-z]+$/.test(secret)) return isRandom(secret);
  if (/^[A-Za-z][a-z]*(?:[-_ .:](?:[A-Za-z][a-z]*)?)+$/.test(secret) || kinds < 2) return false;
  return entropy(secret) >= 2.5 && (/\d/.test(secret) || kinds >= 3);
}

/** Whether a value looks generated: hex, base64, characters whose kinds alternate randomly, or all kinds of characters. */
function isRandom(secret: string): boolean {
  if (secret.length < 8) return false;
  if (/^[0-9a-f]+$/i.test(secret))
    return secret.length >= 16 && /\d/.test(secret) && /[a-f]/i.test(secret) && entropy(secret) >= 2.8;
  if (
    secret.length >= 10 &&
    /[a-z]/.test(secret) &&
    /[A-Z]/.test(secret) &&
    /\d/.test(secret) &&
    /[!#$%&*+?@^~=]/.test(secret)
  )
    return entropy(secret) >= 3;
  if (/[^\w+/=.~!@#$%^&*?-]/.test(secret)) return isPassword(secret) && kindChanges(secret) >= 0.35;
  return entropy(secret) >= (secret.length < 12 ? 2.8 : 3) && kindChanges(secret) >= leastChanges(secret);
}

/**
 * Minimum number of alternations between kinds of characters in a random value. Names alternate rarely, and long names
 * even less.
 */
function leastChanges(secret: string): number {
  if (!/\d/.test(secret)) return secret.length < 14 ? 1 : 0.36;
  if (secret.length >= 20) return 0.25;
  return secret.length < 16 ? 0.4 : 0.3;
}

const { Lower: LOWER, Upper: UPPER } = CharacterKind;

/** Share of adjacent characters of different kinds (lower, upper, digit, other); a capital at the start of a word does not count. */
function kindChanges(text: string): number {
  let changes = 0;
  for (let i = 1; i < text.length; i++) {
    const before = characterKind(text.charCodeAt(i - 1));
    const kind = characterKind(text.charCodeAt(i));
    if (kind === before || (before === UPPER && kind === LOWER && characterKind(text.charCodeAt(i + 1)) === LOWER))
      continue;
    changes++;
  }
  return changes / Math.max(1, text.length - 1);
}

/** Shannon entropy in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const unit of text) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
