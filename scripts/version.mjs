/**
 * Numbers a release: `node scripts/version.mjs [--dry-run]`. Moves the texts of pending changesets into CHANGELOG.md
 * under the next version, lets changesets raise the versions of the packages, and removes the changesets. `--dry-run`
 * only prints the texts.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const FOLDER = ".changeset";
const CHANGESET = /^---\n[\s\S]*?^---\n([\s\S]*)$/m;

/** One entry per changeset, in order of file name. */
function pendingTexts() {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .sort()
    .map((name) => {
      const text = CHANGESET.exec(readFileSync(join(FOLDER, name), "utf8"))?.[1]?.trim();
      if (text === undefined || text === "") throw new Error(`${FOLDER}/${name} has no text after its front matter`);
      return `- ${text.replaceAll(/\s*\n\s*/g, " ")}`;
    });
}

/** Inserts a release below the introduction: newest first. */
function withRelease(changelog, version, texts) {
  const at = changelog.indexOf("\n## ");
  const [head, rest] = at < 0 ? [changelog.trimEnd(), ""] : [changelog.slice(0, at).trimEnd(), changelog.slice(at)];
  return `${head}\n\n## ${version}\n\n${texts.join("\n")}\n${rest}`;
}

const texts = pendingTexts();
if (texts.length === 0) console.log("no changeset is pending: nothing to number");
else if (process.argv.includes("--dry-run")) console.log(texts.join("\n"));
else {
  const shell = process.platform === "win32";
  const { status } = spawnSync(join("node_modules", ".bin", "changeset"), ["version"], { stdio: "inherit", shell });
  if (status !== 0) throw new Error("changesets could not raise the versions; see the message above");
  const { version } = JSON.parse(readFileSync("packages/cli/package.json", "utf8"));
  writeFileSync("CHANGELOG.md", withRelease(readFileSync("CHANGELOG.md", "utf8"), version, texts));
  console.log(`CHANGELOG.md has what ${version} brings: ${texts.length} entries`);
}
