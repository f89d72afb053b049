/** Page docs/commands.md: the program's own help of every command, and its exit codes. */
import { fenceText, markdownTable } from "./page.mjs";

const { createProgram } = await import(new URL("../../packages/cli/dist/program.js", import.meta.url));
const { EXIT_CODES_HELP } = await import(new URL("../../packages/cli/dist/exit-codes.js", import.meta.url));

const INTRODUCTION = `# Commands and exit codes

Generated from the program's own help by \`node scripts/generate-reference.mjs\`: change the program, not this page.

\`sdl COMMAND --help\` prints the same. Every command that answers takes \`--json\`. Answers go to standard output, everything else to standard error.`;

const COLUMNS = 80;

/** A program with help of fixed width, and its captured output. */
function printedProgram() {
  const printed = { text: "" };
  const out = (text) => {
    printed.text += text;
  };
  const style = Object.fromEntries(
    ["bold", "dim", "cyan", "green", "yellow", "red"].map((name) => [name, (text) => text]),
  );
  const terminal = { out, err: out, style, isInteractive: false, columns: COLUMNS };
  const program = createProgram({ cwd: "/", env: {}, terminal, signal: new AbortController().signal }, "0");
  const fix = (command) => {
    command.configureOutput({ getOutHelpWidth: () => COLUMNS, getOutHasColors: () => false });
    command.commands.forEach(fix);
  };
  fix(program);
  return { program, printed };
}

function commandHelp(command, printed) {
  printed.text = "";
  command.outputHelp();
  return printed.text.trim();
}

function commandSections(command, path, printed) {
  const title = [...path, command.name()].join(" ");
  const section = `${path.length === 1 ? "##" : "###"} ${title}\n\n${fenceText(commandHelp(command, printed))}`;
  const below = command.commands.flatMap((one) => commandSections(one, [...path, command.name()], printed));
  return [section, ...below];
}

function exitCodes() {
  const [, ...lines] = EXIT_CODES_HELP.split("\n");
  const rows = [];
  for (const line of lines) {
    const [, code, meaning] = /^ {2}(\d+) +(.*)$/.exec(line) ?? [];
    if (code !== undefined) rows.push([`\`${code}\``, meaning]);
    else rows.at(-1)[1] += ` ${line.trim()}`;
  }
  return `## Exit codes\n\n${markdownTable(["code", "meaning"], rows)}`;
}

export function commandsPage() {
  const { program, printed } = printedProgram();
  const overview = `## sdl\n\n${fenceText(commandHelp(program, printed))}`;
  const sections = program.commands.flatMap((command) => commandSections(command, ["sdl"], printed));
  return `${[INTRODUCTION, exitCodes(), overview, ...sections].join("\n\n")}\n`;
}
