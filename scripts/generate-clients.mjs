/**
 * Writes docs/clients.md from the table of clients: the place of each client's file, and what `sdl init` writes into
 * it.
 *
 * node scripts/generate-clients.mjs [--check]
 *
 * With --check, writes nothing; the exit code says whether the file is up to date. The packages must be built.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";

const target = join(import.meta.dirname, "..", "docs", "clients.md");
const { CLIENTS, describeClient, PUBLISHED } = await import(
  new URL("../packages/clients/dist/index.js", import.meta.url)
);

const SCRIPT = "/path/to/sdl/packages/cli/bundle/sdl.js";
const RUN = PUBLISHED ? "npx -y @sdl/cli" : `node ${SCRIPT}`;
const UNPUBLISHED = `Until the packages are published, entries name the program by its path in your clone: build it first (\`npm run bootstrap\`). Below, \`sdl\` stands for \`${RUN}\`.`;
const SYSTEMS = { darwin: "macOS", win32: "Windows" };
const LANGUAGES = { toml: "toml", yaml: "yaml" };

const clients = CLIENTS.map((client) => describeClient(client, { script: SCRIPT, node: "node" }));

const INTRODUCTION = `# Set-up of coding agents

Generated from the table of clients by \`node scripts/generate-clients.mjs\`: change the table, not this file.

<!-- not run: the path is the reader's -->

\`\`\`sh
${RUN} init                        # what is there, and what to type next; writes nothing
${RUN} init --client claude-code   # one client; several names may follow
${RUN} init --all-found            # every client that is there
${RUN} init --all-found --dry-run  # show the difference, write nothing
${RUN} init --remove               # take it all back
${RUN} doctor                      # start the server as each client would, and ask it; --fix mends stale entries
\`\`\`

${PUBLISHED ? "" : `${UNPUBLISHED}\n\n`}\`sdl init\` merges into the client's own file. Other servers, comments, trailing commas, the order, indentation, line ends, a byte order mark and the file's mode stay; a link is followed, unless a repository's leads out of it. A file that is
read-only or cannot be parsed is refused, with the line, and the other clients are set up all the same. A second run changes nothing. The bytes from before are kept in \`clients/backups\` of [sdl's home](../packages/cli/README.md),
and \`--remove\` gives them back byte for byte; where you edited the file since, only the entry goes. A file that \`init\` made goes too.

- \`--user\` writes into your own files, \`--project\` into the repository's. By default the files depend on the client; the table shows which.
- \`--instructions\` also tells agents when to call which tool, in 15 lines between two marks of the file that the client reads.
- \`--hooks\` also lets the client run \`sdl augment\` after its own searches and reads, which adds what the graph knows of the hits. Off by default.

| client | \`--client\` | default file | other file |
| --- | --- | --- | --- |
${clients.map(({ id, title, files: [first, second] }) => `| [${title}](#${id}) | \`${id}\` | \`${first.path}\` | ${second ? `\`${second.path}\`` : ""} |`).join("\n")}
`;

function clientSection({ id, title, files, elsewhere, instructions, hooks, next, patience }) {
  const places = files.map(({ path, scope }) => `\`${path}\` (\`--${scope}\`)`).join(", or ");
  const others = elsewhere.map(({ platform, path }) => `on ${SYSTEMS[platform]} \`${path}\``).join(", ");
  const notes = [
    instructions &&
      `\`--instructions\`: \`${instructions.project}\`${instructions.user ? `, or \`${instructions.user}\` with \`--user\`` : ""}.`,
    hooks && `\`--hooks\`: \`${hooks.path}\`${hooks.note ? `; then ${hooks.note}` : ""}.`,
  ].filter(Boolean);
  return [
    `<a id="${id}"></a>\n\n## ${title}`,
    `\`\`\`sh\nsdl init --client ${id}\n\`\`\``,
    `${places}${others === "" ? "" : `; ${others}`}:`,
    entryBlock(files[0]),
    `Then: ${next}.`,
    ...(patience
      ? [
          `It waits ${patience.ms} ms for a server's list, then begins without its tools. On a slow machine ${patience.advice}.`,
        ]
      : []),
    ...(notes.length === 0 ? [] : [notes.join(" ")]),
    ...(hooks ? [`\`\`\`json\n${hooks.entry.trimEnd()}\n\`\`\``] : []),
  ].join("\n\n");
}

function entryBlock({ path, entry }) {
  return `\`\`\`${LANGUAGES[path.split(".").at(-1)] ?? "json"}\n${entry.trimEnd()}\n\`\`\``;
}

const text = `${[INTRODUCTION.trim(), ...clients.map(clientSection)].join("\n\n")}\n`;
if (!process.argv.includes("--check")) writeFileSync(target, text);
else if (!existsSync(target) || readFileSync(target, "utf8") !== text) {
  process.stderr.write("docs/clients.md is out of date: run `node scripts/generate-clients.mjs`\n");
  process.exitCode = 1;
}
