/**
 * Provider rules: keys and tokens recognizable by their own format.
 *
 * Maintained here instead of using a package: packages with such lists run every pattern over every text and report
 * asynchronously, which is too slow for extraction. Rows are grouped by the source of their formats. A row starts with
 * its literal prefixes: one search over a line finds the rows to try, each at its prefix. Every pattern is linear: no
 * nested quantifiers, no back-references, bounded repetition.
 */

/** A format that starts with a literal. */
export interface PrefixRule {
  readonly id: string;
  readonly prefixes: readonly string[];
  /** Sticky pattern, from the prefix on. */
  readonly pattern: RegExp;
  /** The capture group that holds the secret; if absent, the whole match. */
  readonly group?: number;
  /** `alone`: after no letter, digit, `_` or `-`, so that a long run is tried once. Default: after no letter or digit. */
  readonly stands?: "anywhere" | "alone";
  readonly accept?: (secret: string) => boolean;
}

/** A format that contains a literal. */
export interface InfixRule {
  readonly id: string;
  readonly literal: string;
  /** Pattern with the global flag. */
  readonly pattern: RegExp;
  readonly group?: number;
}

const TOKEN = "[0-9A-Za-z]";
const URL_SAFE = "[0-9A-Za-z_-]";
const HEX = "[0-9a-f]";

/** A length as pattern: `{36}`, `{20,64}`. */
type Length = `${number}` | `${number},${number}`;

/** A rule of prefixes followed by characters of one kind. */
function keyRule(id: string, prefixes: readonly string[], kind: string, length: Length): PrefixRule {
  return { id, prefixes, pattern: new RegExp(`(?:${prefixes.map(escaped).join("|")})${kind}{${length}}`, "y") };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/**
 * Source: rules of gitleaks (`config/gitleaks.toml` at b58d3f10, 2026-07-22), read on 2026-11-25. Further prefixes and
 * lengths were seen in practice.
 */
const GITLEAKS_RULES: readonly PrefixRule[] = [
  {
    id: "aws-access-key-id",
    prefixes: ["AKIA", "ASIA", "AROA", "AIDA", "ABIA", "ACCA", "AGPA", "ANPA"],
    pattern: /A[A-Z]{3}[0-9A-Z]{16}(?![0-9A-Za-z])/y,
  },
  keyRule("github-token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], TOKEN, "36,255"),
  keyRule("github-fine-grained-token", ["github_pat_"], "[0-9A-Za-z_]", "22,255"),
  keyRule(
    "gitlab-token",
    ["glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glsoat-", "glimt-", "glagent-", "gloas-", "glffct-"],
    "[0-9A-Za-z_.-]",
    "20,300",
  ),
  keyRule("gitlab-runner", ["GR1348941"], URL_SAFE, "20,64"),
  keyRule(
    "slack-token",
    ["xoxa-", "xoxb-", "xoxe-", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xoxe.xox", "xapp-"],
    "[0-9A-Za-z.-]",
    "10,255",
  ),
  {
    id: "slack-webhook",
    prefixes: ["hooks.slack.com/"],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/([0-9A-Za-z/_-]{20,120})/y,
    group: 1,
  },
  keyRule("stripe-key", ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk_prod_", "rk_prod_"], TOKEN, "10,255"),
  keyRule("anthropic-key", ["sk-ant-"], URL_SAFE, "20,255"),
  {
    ...keyRule("openai-key", ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"], URL_SAFE, "20,255"),
    accept: isMixed,
  },
  keyRule("google-api-key", ["AIza"], URL_SAFE, "35,36"),
  keyRule("npm-token", ["npm_"], TOKEN, "36,60"),
  keyRule("pypi-token", ["pypi-AgE"], URL_SAFE, "50,512"),
  keyRule("huggingface-token", ["hf_", "api_org_"], TOKEN, "30,64"),
  { id: "sendgrid-key", prefixes: ["SG."], pattern: /SG\.[0-9A-Za-z_-]{16,32}\.[0-9A-Za-z_-]{32,64}/y },
  keyRule("mailgun-key", ["key-"], HEX, "32"),
  { ...keyRule("twilio-key", ["SK"], HEX, "32"), accept: isMixed },
  keyRule("digitalocean-token", ["dop_v1_", "doo_v1_", "dor_v1_"], HEX, "64"),
  keyRule("shopify-token", ["shpat_", "shpca_", "shppa_", "shpss_", "shpua_"], "[0-9A-Fa-f]", "32"),
  keyRule("databricks-token", ["dapi"], HEX, "32"),
  keyRule("notion-token", ["ntn_"], TOKEN, "40,50"),
  keyRule("linear-key", ["lin_api_", "lin_oauth_"], TOKEN, "32,64"),
  keyRule("grafana-token", ["glsa_", "glc_"], "[0-9A-Za-z_+/=]", "32,200"),
  keyRule("vault-token", ["hvs.", "hvb.", "hvr."], URL_SAFE, "24,300"),
  keyRule("onepassword-token", ["ops_eyJ"], "[0-9A-Za-z+/=_-]", "100,2000"),
  { id: "cloudflare-origin-key", prefixes: ["v1.0-"], pattern: /v1\.0-[0-9a-f]{24}-[0-9a-f]{100,160}/y },
  {
    id: "teams-webhook",
    prefixes: ["office.com/webhook"],
    pattern: /office\.com\/webhookb?2?\/([0-9A-Za-z@/-]{60,300})/y,
    group: 1,
  },
  { id: "postman-key", prefixes: ["PMAK-"], pattern: /PMAK-[0-9a-f]{24}-[0-9a-f]{34}/y },
  keyRule("newrelic-key", ["NRAK-", "NRJS-", "NRII-", "NRIQ-", "NRRA-", "NRSP-"], TOKEN, "19,48"),
  keyRule("sentry-token", ["sntrys_eyJ", "sntryu_"], "[0-9A-Za-z+/=_-]", "40,500"),
  keyRule("planetscale-token", ["pscale_tkn_", "pscale_pw_", "pscale_oauth_"], "[0-9A-Za-z_.=-]", "32,64"),
  keyRule("pulumi-token", ["pul-"], HEX, "40"),
  keyRule("rubygems-key", ["rubygems_"], HEX, "48"),
  keyRule("atlassian-token", ["ATATT3xFfGF0", "ATCTT3xFfGN0", "ATBB"], "[0-9A-Za-z_=-]", "24,300"),
  keyRule("age-key", ["AGE-SECRET-KEY-1"], "[0-9A-Z]", "58"),
  keyRule("square-token", ["sq0atp-", "sq0csp-", "EAAAE"], URL_SAFE, "22,64"),
  { ...keyRule("facebook-token", ["EAA"], TOKEN, "80,400"), accept: isMixed },
  keyRule("doppler-token", ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."], "[0-9A-Za-z_.]", "40,80"),
  keyRule("dropbox-token", ["sl."], URL_SAFE, "130,2000"),
  keyRule("perplexity-key", ["pplx-"], TOKEN, "40,64"),
  keyRule("heroku-key", ["HRKU-"], URL_SAFE, "36,80"),
  keyRule("fly-token", ["fo1_", "fm1_", "fm2_"], "[0-9A-Za-z+/=_-]", "40,1000"),
  keyRule("prefect-key", ["pnu_", "pnb_"], TOKEN, "36"),
  keyRule("duffel-key", ["duffel_live_", "duffel_test_"], URL_SAFE, "40,64"),
  keyRule("easypost-key", ["EZAK", "EZTK"], TOKEN, "54"),
  keyRule("shippo-key", ["shippo_live_", "shippo_test_"], HEX, "40"),
  keyRule("artifactory-token", ["AKCp", "AKCP"], TOKEN, "60,80"),
  keyRule("sonar-token", ["sqp_", "squ_", "sqa_"], HEX, "40"),
  keyRule("sourcegraph-token", ["sgp_", "slk_"], "[0-9a-f_]", "40,80"),
  keyRule("typeform-token", ["tfp_"], URL_SAFE, "40,70"),
  keyRule("flutterwave-key", ["FLWSECK-", "FLWSECK_TEST-", "FLWSECK_LIVE-"], "[0-9A-Za-z-]", "32,48"),
  keyRule("clojars-token", ["CLOJARS_"], HEX, "60"),
  keyRule("infracost-key", ["ico-"], TOKEN, "32"),
  keyRule("readme-key", ["rdme_"], TOKEN, "60,80"),
  keyRule("frameio-token", ["fio-u-"], URL_SAFE, "60,70"),
];

/** Sources: RFC 7515 and 7519 (tokens), RFC 6750 and 7617 (headers). */
const STANDARD_RULES: readonly PrefixRule[] = [
  {
    id: "jwt",
    prefixes: ["eyJ"],
    pattern:
      /eyJ[0-9A-Za-z_-]{8,4000}\.(?:eyJ[0-9A-Za-z_-]{4,8000})?\.[0-9A-Za-z_-]{0,4000}(?:\.[0-9A-Za-z_-]{1,8000}){0,2}/y,
    stands: "alone",
  },
  {
    id: "authorization",
    prefixes: ["Bearer ", "bearer ", "Basic ", "basic ", "token "],
    pattern: /(?:[Bb]earer|[Bb]asic|token) {1,4}([0-9A-Za-z_.~+/-]{20,4000}={0,2})/y,
    group: 1,
    accept: isMixed,
  },
];

/** Seen in practice: gitleaks has no rule for these prefixes, and no other published list was found on 2026-11-25. */
const SEEN_RULES: readonly PrefixRule[] = [
  keyRule("stripe-webhook", ["whsec_"], "[0-9A-Za-z+/=]", "24,100"),
  keyRule("openrouter-key", ["sk-or-v1-"], HEX, "64"),
  { ...keyRule("secret-key", ["sk-"], URL_SAFE, "32,255"), accept: isMixed },
  keyRule("google-oauth-token", ["ya29."], "[0-9A-Za-z_.-]", "20,512"),
  keyRule("google-client-secret", ["GOCSPX-"], URL_SAFE, "28"),
  {
    id: "azure-key",
    prefixes: ["AccountKey=", "SharedAccessKey=", "SharedAccessSignature="],
    pattern: /(?:Account|SharedAccess)(?:Key|Signature)=([0-9A-Za-z+/%&=.-]{30,512})/y,
    group: 1,
  },
  {
    id: "azure-signature",
    prefixes: ["&sig=", "?sig="],
    pattern: /[&?]sig=([0-9A-Za-z%+/_-]{40,120})/y,
    group: 1,
    stands: "anywhere",
  },
  keyRule("figma-token", ["figd_", "figo_"], URL_SAFE, "36,64"),
  { ...keyRule("notion-secret", ["secret_"], TOKEN, "43"), accept: isMixed },
  keyRule("groq-key", ["gsk_"], TOKEN, "48,60"),
  keyRule("docker-token", ["dckr_pat_", "dckr_oat_"], URL_SAFE, "27,64"),
  keyRule("vercel-token", ["vcp_", "vci_", "vca_", "vcr_", "vck_", "vercel_blob_rw_"], "[0-9A-Za-z_]", "24,80"),
  {
    id: "discord-webhook",
    prefixes: ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
    pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{10,25}\/([0-9A-Za-z_-]{40,100})/y,
    group: 1,
  },
  keyRule("supabase-key", ["sbp_", "sb_secret_"], "[0-9A-Za-z_-]", "30,64"),
  keyRule("replicate-token", ["r8_"], TOKEN, "37"),
  keyRule("xai-key", ["xai-"], TOKEN, "64,100"),
  keyRule("langsmith-key", ["lsv2_pt_", "lsv2_sk_"], "[0-9a-f_]", "40,60"),
  keyRule("netlify-token", ["nfp_", "nfc_", "nfo_"], TOKEN, "36,60"),
  keyRule("contentful-token", ["CFPAT-"], URL_SAFE, "40,64"),
  keyRule("adafruit-key", ["aio_"], TOKEN, "28"),
  keyRule("circleci-token", ["CCIPAT_", "CCIPRJ_"], "[0-9A-Za-z_]", "40,80"),
  keyRule("buildkite-token", ["bkua_"], HEX, "40"),
  keyRule("tailscale-key", ["tskey-auth-", "tskey-api-", "tskey-client-", "tskey-"], URL_SAFE, "20,100"),
  keyRule("telnyx-key", ["KEY01"], "[0-9A-Za-z_]", "50,70"),
  keyRule("razorpay-key", ["rzp_live_", "rzp_test_"], TOKEN, "14,24"),
  keyRule("mapbox-token", ["sk.eyJ"], "[0-9A-Za-z_.-]", "40,200"),
];

/** All rules with prefixes. */
export const PREFIX_RULES: readonly PrefixRule[] = [...GITLEAKS_RULES, ...STANDARD_RULES, ...SEEN_RULES];

/** Sources: gitleaks as above; Discord's token was seen in practice. */
export const INFIX_RULES: readonly InfixRule[] = [
  { id: "azure-client-secret", literal: "Q~", pattern: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/g },
  { id: "telegram-token", literal: ":AA", pattern: /(?<!\d)\d{8,10}:AA[\w-]{32,34}(?![\w-])/g },
  { id: "terraform-token", literal: ".atlasv1.", pattern: /[0-9A-Za-z]{14}\.atlasv1\.[\w=-]{60,70}/g },
  { id: "mailchimp-key", literal: "-us", pattern: /(?<![\w-])[0-9a-f]{32}-us\d{1,2}(?!\w)/g },
  { id: "airtable-token", literal: "pat", pattern: /(?<!\w)pat[0-9A-Za-z]{14}\.[0-9a-f]{64}/g },
  { id: "discord-token", literal: ".", pattern: /(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g },
];

/** Whether a text has both cases of letters or a fair share of digits, unlike words and names joined by dashes. */
function isMixed(secret: string): boolean {
  const digits = secret.match(/\d/g)?.length ?? 0;
  return (
    digits >= 2 &&
    /[A-Za-z]/.test(secret.slice(3)) &&
    (digits * 8 >= secret.length || /[a-z][A-Z]|\d[a-zA-Z]\d/.test(secret))
  );
}
