/**
 * Generated regions of pages, between `<!-- generated: NAME -->` and `<!-- end of NAME -->`: content from the code or
 * one constant, in pages that are otherwise written by hand.
 */
import { fenceText, markdownTable } from "./page.mjs";
import { isPublished } from "./published.mjs";

const { describeSchema, settingsSchema } = await import(
  new URL("../../packages/engine/dist/index.js", import.meta.url)
);

const INSTALLS = "<!-- not run: it installs the program for the whole machine -->";

const FROM_NPM = `${INSTALLS}

\`\`\`sh
npm install --global @sdl/cli   # or put \`npx -y @sdl/cli\` in the place of \`sdl\`
sdl --version
\`\`\``;

const FROM_A_CLONE = `The packages are not on npm yet. In a clone of this repository, build the program and install it from its tarball:

${INSTALLS}

\`\`\`sh
npm run bootstrap                  # installs what the build needs, and builds
npm run docs                       # optional: the site that \`sdl docs\` shows
cd packages/cli && npm pack        # writes sdl-cli-0.1.0.tgz
npm install --global ./sdl-cli-0.1.0.tgz
sdl --version
\`\`\`

The tarball is all that another machine needs.`;

const NPM_NOTE =
  "`@sdl/cli` is not on npm yet: until it is, put the packed program (`sdl-cli-0.1.0.tgz`, see [start](start.md)) where the runner finds it, and its path in the place of `@sdl/cli`.";

function settingsTable() {
  const { properties } = settingsSchema();
  const rows = Object.entries(properties).map(([name, schema]) => [
    `\`${name}\``,
    describeSchema(schema),
    `\`${JSON.stringify(schema.default)}\``,
    schema.description,
  ]);
  return markdownTable(["setting", "value", "default", "what it does"], rows);
}

/** @param answers texts by action name, and `sdl slice` */
function makeRegions(answers) {
  return {
    "get the program": isPublished() ? FROM_NPM : FROM_A_CLONE,
    "where npm has no package": isPublished() ? "" : NPM_NOTE,
    "first answer": fenceText(answers.get("sdl slice")),
    settings: settingsTable(),
  };
}

/** @returns the page with its regions regenerated @throws {Error} for an unknown region, or one without an end */
export function withRegions(text, path, answers) {
  const bodies = makeRegions(answers);
  return text.replace(
    /(<!-- generated: ([a-z ]+) -->\n)(.*?)(?=<!-- (?:generated|end of))(<!-- end of ([a-z ]+) -->)?/gs,
    (...match) => {
      const [, begin, name, , end, ended] = match;
      const body = bodies[name];
      if (body === undefined || ended !== name)
        throw new Error(`${path}: region "${name}" is not known or does not end`);
      return `${begin}${body === "" ? "" : `\n${body}\n\n`}${end}`;
    },
  );
}
