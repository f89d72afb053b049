/**
 * Bundles the page's code into constants of dist/browser-parts.mjs: the script with its libraries and their licences,
 * the style, and the hashes by which a content security policy names both.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { licences } from "../../../scripts/licences.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

async function bundleScript() {
  const bundle = await rolldown({
    input: join(root, "src", "browser", "main.ts"),
    platform: "browser",
    tsconfig: false,
  });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  await bundle.close();
  const [chunk] = output;
  const code = chunk.code.trim();
  const texts = licences(chunk.moduleIds).replaceAll("*/", "* /");
  // `</script` ends a script element wherever it occurs; in strings of code it may be escaped.
  return `${code}\n/*\n${texts.trim()}\n*/\n`.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

/** Removes comments and white space, which are most of a style sheet. */
function shorten(css) {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, "")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([{};,]) ?/g, "$1")
    .trim();
}

const hashOf = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;
/** Declares a constant, escaped to ASCII: the program's bundle must be ASCII. */
const constant = (name, text) =>
  `export const ${name} = ${JSON.stringify(text).replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)};\n`;

const script = await bundleScript();
const style = shorten(readFileSync(join(root, "src", "browser", "page.css"), "utf8"));
mkdirSync(join(root, "dist"), { recursive: true });
writeFileSync(
  join(root, "dist", "browser-parts.mjs"),
  constant("SCRIPT", script) +
    constant("SCRIPT_HASH", hashOf(script)) +
    constant("STYLE", style) +
    constant("STYLE_HASH", hashOf(style)),
);
