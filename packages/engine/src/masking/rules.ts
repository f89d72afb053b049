/**
 * What counts as a secret: formats of the common providers, and values that an assignment calls one.
 *
 * Every pattern matches in linear time: no nested quantifiers, no back-references, bounded repetitions. `group` says which part is
 * the secret itself; the rest (a key's name, a URL's host) stays readable.
 */
export interface SecretRule {
  readonly id: string;
  readonly pattern: RegExp;
  /** Capture group that holds the secret; 0 is the whole match. */
  readonly group: number;
  /** Further test of the captured text, where a format alone would hit too much. */
  readonly accept?: (secret: string) => boolean;
}

/** A cheap first look: a text in which none of these occurs holds no secret that the rules know. */
export const SUSPICIOUS =
  /AKIA|ASIA|AROA|AIDA|gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|hooks\.slack|[sr]k_(?:live|test)_|sk-|AIza|ya29\.|npm_|pypi-|hf_|SG\.|eyJ|PRIVATE KEY|:\/\/|dop_v1_|shpat_|AccountKey|(?:10|172|192)\.\d|(?:key|token|secret|passw|pwd|auth|credential)/i;

const PROVIDERS: readonly SecretRule[] = [
  { id: "aws-access-key-id", pattern: /\b(?:AKIA|ASIA|AROA|AIDA)[0-9A-Z]{16}\b/g, group: 0 },
  { id: "github-token", pattern: /\bgh[pousr]_[0-9A-Za-z]{36,255}\b/g, group: 0 },
  { id: "github-fine-grained-token", pattern: /\bgithub_pat_[0-9A-Za-z_]{22,255}\b/g, group: 0 },
  { id: "gitlab-token", pattern: /\bglpat-[0-9A-Za-z_-]{20,64}/g, group: 0 },
  { id: "slack-token", pattern: /\bxox[abeprs]-[0-9A-Za-z-]{10,255}/g, group: 0 },
  { id: "slack-webhook", pattern: /hooks\.slack\.com\/services\/([0-9A-Za-z/_-]{20,100})/g, group: 1 },
  { id: "stripe-key", pattern: /\b[sr]k_(?:live|test)_[0-9A-Za-z]{16,255}\b/g, group: 0 },
  { id: "anthropic-key", pattern: /\bsk-ant-[0-9A-Za-z_-]{20,255}/g, group: 0 },
  {
    id: "openai-key",
    pattern: /\bsk-(?:proj-|svcacct-|admin-)?[0-9A-Za-z_-]{32,255}/g,
    group: 0,
    accept: hasDigitAndLetter,
  },
  { id: "google-api-key", pattern: /\bAIza[0-9A-Za-z_-]{35}/g, group: 0 },
  { id: "google-oauth-token", pattern: /\bya29\.[0-9A-Za-z_-]{20,255}/g, group: 0 },
  { id: "npm-token", pattern: /\bnpm_[0-9A-Za-z]{36}\b/g, group: 0 },
  { id: "pypi-token", pattern: /\bpypi-[0-9A-Za-z_-]{50,255}/g, group: 0 },
  { id: "huggingface-token", pattern: /\bhf_[0-9A-Za-z]{30,64}\b/g, group: 0 },
  { id: "sendgrid-key", pattern: /\bSG\.[0-9A-Za-z_-]{16,32}\.[0-9A-Za-z_-]{32,64}/g, group: 0 },
  { id: "digitalocean-token", pattern: /\bdop_v1_[0-9a-f]{64}\b/g, group: 0 },
  { id: "shopify-token", pattern: /\bshpat_[0-9a-fA-F]{32}\b/g, group: 0 },
  { id: "azure-account-key", pattern: /AccountKey=([0-9A-Za-z+/]{40,120}={0,2})/g, group: 1 },
  { id: "jwt", pattern: /\beyJ[0-9A-Za-z_-]{8,2000}\.eyJ[0-9A-Za-z_-]{8,4000}\.[0-9A-Za-z_-]{8,2000}/g, group: 0 },
  {
    id: "private-key",
    pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----([^-]{16,20000})(?:-----END|$)/g,
    group: 1,
  },
];

const CONTEXTS: readonly SecretRule[] = [
  {
    id: "url-password",
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@'"`]{0,64}:([^\s/@'"`${}<>]{3,128})@/gi,
    group: 1,
    accept: isNoWildcard,
  },
  {
    id: "private-ip",
    pattern: /\b(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2})\b/g,
    group: 0,
  },
  {
    id: "assigned-secret",
    pattern:
      /(?:api[_-]?key|secret|token|passwd|password|pwd|credential|auth[_-]?key|access[_-]?key)\w{0,24}["']?\s{0,4}(?::=|=>|[:=])\s{0,4}["'`]([^"'`\s]{8,256})["'`]/gi,
    group: 1,
    accept: looksRandom,
  },
];

/** All rules; one that knows a provider's format comes before one that judges by context. */
export const SECRET_RULES: readonly SecretRule[] = [...PROVIDERS, ...CONTEXTS];

const HARMLESS =
  /example|changeme|change-me|placeholder|your[_-]|xxxx|\*\*\*|dummy|redacted|\$\{|\{\{|<[a-z]|process\.env|os\.environ|getenv/i;

/** Bits of entropy a character below which a value is a word, not a secret (gitleaks' generic rule uses 3 to 3.5). */
const MIN_ENTROPY = 3;

function looksRandom(secret: string): boolean {
  return !HARMLESS.test(secret) && entropy(secret) >= MIN_ENTROPY;
}

function isNoWildcard(secret: string): boolean {
  return !HARMLESS.test(secret) && !/^[.*%]+$/.test(secret);
}

function hasDigitAndLetter(secret: string): boolean {
  return /\d/.test(secret) && /[a-zA-Z]/.test(secret.slice(3));
}

/** Shannon entropy in bits a character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const unit of text) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
