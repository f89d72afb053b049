/** Command line of the program: commands, options, help. Knows no rendering. */
import { wrapText } from "@sdl/engine";
import { type Argument, Command, Option } from "commander";
import { auditAcceptCommand, auditListCommand, auditVerifyCommand } from "./commands/audit-command.js";
import { type CiOptions, ciCommand, deltaCommand, reviewCommand } from "./commands/change-commands.js";
import { cleanCommand } from "./commands/clean-command.js";
import { type DoctorOptions, doctorCommand } from "./commands/doctor-command.js";
import { exportCommand } from "./commands/export-command.js";
import { indexCommand } from "./commands/index-command.js";
import { indexExportCommand, indexImportCommand } from "./commands/index-file-commands.js";
import { infoCommand, resetCommand, verifyCommand } from "./commands/maintenance-commands.js";
import {
  adoptCommand,
  memoryAddCommand,
  memoryListCommand,
  memoryRemoveCommand,
  memoryShowCommand,
} from "./commands/memory-command.js";
import {
  cardCommand,
  fileCommand,
  outlineCommand,
  pathCommand,
  refsCommand,
  searchCommand,
  statusCommand,
} from "./commands/query-commands.js";
import { sliceCommand } from "./commands/slice-command.js";
import { toolCommand } from "./commands/tool-command.js";
import { pruneCommand, versionsCommand } from "./commands/version-commands.js";
import { whyCommand } from "./commands/why-command.js";
import { isListed } from "./completion/complete-words.js";
import { addCompletion } from "./completion/completion-commands.js";
import { addDocs } from "./docs-commands.js";
import { EXIT_CODES_HELP, RiskReached } from "./exit-codes.js";
import { graphCommand } from "./graph/graph-command.js";
import { graphOptions } from "./graph/graph-options.js";
import { parseCount, parseRiskScore } from "./option-values.js";
import { addRemotes } from "./remote-commands.js";
import { inSession, repositoryCommand } from "./repository-command.js";
import { addAugment, addLsp, addServe } from "./server-commands.js";
import { type GlobalOptions, type SessionEnvironment, withSession } from "./session.js";
import { addInit } from "./setup-commands.js";

const OVERVIEW = `
Examples:
  sdl slice "fix the login timeout"    the code that a task needs
  sdl card Session.refresh             one symbol; also FILE:LINE, FILE#NAME
  sdl refs src/auth/token.ts:14        who uses it
  sdl review                           what is not committed, and what it breaks
  sdl ci --base origin/main --fail-on-risk 70
  sdl init                             add the MCP server to your coding agents
  sdl serve --stdio                    the MCP server, for coding agents
  sdl lsp --stdio                      the language server, for editors

The first question about a repository indexes it, into .sdl/ at its root. --repo
names another repository than the one you are in. Exit codes: sdl ci --help.`;

/** Builds the program, ready to parse. Its commands reject with their errors. */
export function createProgram(environment: SessionEnvironment, version: string): Command {
  const program = new Command("sdl")
    .description("A repository as a graph of symbols, and the slice of it that a task needs.")
    .version(version, "-V, --version")
    .helpCommand("help [command]")
    .configureHelp({ subcommandTerm: commandTerm, visibleCommands: ({ commands }) => commands.filter(isListed) })
    .showHelpAfterError("(sdl --help shows commands and examples)")
    .addHelpText("after", OVERVIEW)
    .exitOverride()
    .configureOutput({ writeOut: environment.terminal.out, writeErr: environment.terminal.err });
  program.commandsGroup("Ask:");
  addSlice(program, environment);
  addSearch(program, environment);
  addCard(program, environment);
  addRelations(program, environment);
  addFiles(program, environment);
  addGraph(program, environment);
  addMemory(program, environment);
  program.commandsGroup("Review changes:");
  addReview(program, environment);
  addDelta(program, environment);
  addCi(program, environment);
  program.commandsGroup("Index:");
  addIndex(program, environment);
  addStatus(program, environment);
  addWhy(program, environment);
  addVersions(program, environment);
  addPrune(program, environment);
  addExport(program, environment);
  program.commandsGroup("Share:");
  addRemotes(program, environment);
  program.commandsGroup("Maintain:");
  addMaintenance(program, environment);
  addClean(program, environment);
  addAudit(program, environment);
  addDocs(program, environment);
  addCompletion(program, environment);
  program.commandsGroup("For agents:");
  addInit(program, environment);
  addServe(program, environment);
  addLsp(program, environment);
  addAugment(program, environment);
  addTool(program, environment);
  for (const command of program.commands) addOptionsToErrors(command);
  return program;
}

/** Lists a command's options in its error for an unknown option, if no known option is similar. */
function addOptionsToErrors(command: Command): void {
  command.configureOutput({
    outputError: (text, write) => write(isUnknownOption(text) ? `${text}${optionsText(command)}` : text),
  });
  for (const below of command.commands) addOptionsToErrors(below);
}

const COLUMNS = 80;

function isUnknownOption(text: string): boolean {
  return text.startsWith("error: unknown option") && !text.includes("Did you mean");
}

function optionsText(command: Command): string {
  const names = command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long ?? []);
  const path = command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();
  return `${wrapText(`sdl ${path} takes ${names.join(", ")}`, "  ", COLUMNS).join("\n")}\n`;
}

/** How a command is shown in the list of commands: without options, which its own help shows. */
function commandTerm(command: Command): string {
  const [first, ...further] = command.registeredArguments;
  const shown = first === undefined ? [] : [first, ...further.filter(({ required }) => required)];
  return [command.name(), ...shown.map(argumentTerm)].join(" ");
}

function argumentTerm(argument: Argument): string {
  const written = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${written}>` : `[${written}]`;
}

const SYMBOL = "FILE:LINE, FILE#NAME, Class.method, a name or an id";

const IDS = "also print ids and handles, below the text";

function queryCommand(program: Command, name: string, description: string): Command {
  return repositoryCommand(program, name, description)
    .option("--fresh", "index changed files first, however long that takes")
    .option("--no-fresh", "answer from the index as it is; default: index quick changes first")
    .option("--no-auto-index", "do not index a repository that has no index yet")
    .option("--ids", IDS)
    .option("--json", "the action's answer as JSON");
}

/** Adds a query command that can read old versions too. */
function versionedCommand(program: Command, name: string, description: string): Command {
  return queryCommand(program, name, description).option("--as-of <version>", "as of v…, @latest~n, or a git name");
}

function addIndex(program: Command, environment: SessionEnvironment): void {
  const index = repositoryCommand(program, "index", "Index a repository, or bring its index up to date.")
    .argument("[path]", "its folder; default: the repository you are in")
    .option("--full", "check every file, whatever its time and size say")
    .option("--id <name>", "register it under this name")
    .option("--ignore <glob...>", "leave out more files, as in .gitignore")
    .option("-v, --verbose", "list skipped files")
    .option("--wait <seconds>", "how long to wait for another process that indexes it", parseCount, 30)
    .option("--no-settle", "end once the index can be queried; clusters, tests and processes follow later")
    .option("--json", "the action's answer as JSON")
    .action(inSession(environment, indexCommand));
  addIndexFile(index, environment, "export", "Write the index as one file that other machines import.");
  addIndexFile(index, environment, "import", "Begin with an exported index instead of indexing from scratch.");
}

function addIndexFile(
  index: Command,
  environment: SessionEnvironment,
  name: "export" | "import",
  description: string,
): void {
  repositoryCommand(index, name, description)
    .argument("<file>", "the exported index")
    .option("--json", "the action's answer as JSON")
    .action(inSession(environment, name === "export" ? indexExportCommand : indexImportCommand));
}

function addSearch(program: Command, environment: SessionEnvironment): void {
  versionedCommand(program, "search", "Symbols by name, part of a name, or words of their docs.")
    .argument("<query...>", "a name or words")
    .option(
      "-k, --kind <kind...>",
      "only these kinds: function, class, interface, type, module, method, constructor, variable",
    )
    .option("-n, --limit <n>", "how many results", parseCount, 20)
    .action(inSession(environment, searchCommand));
}

function addCard(program: Command, environment: SessionEnvironment): void {
  versionedCommand(program, "card", "One symbol: signature, source, uses and users.")
    .argument("<symbol>", SYMBOL)
    .addOption(new Option("--source <how>", "how much of its source").choices(["none", "auto", "full"]))
    .action(inSession(environment, cardCommand));
}

function addRelations(program: Command, environment: SessionEnvironment): void {
  versionedCommand(program, "refs", "Who uses a symbol, or what it uses, with the places.")
    .argument("<symbol>", SYMBOL)
    .addOption(
      new Option("--direction <which>", "default: references").choices([
        "callers",
        "callees",
        "references",
        "implementations",
        "supertypes",
        "tests",
      ]),
    )
    .option("--depth <n>", "callers of callers: 1 to 5", parseCount)
    .option("-n, --limit <n>", "at most this many", parseCount)
    .option("--cursor <handle>", "continue after the answer with this handle")
    .action(inSession(environment, refsCommand));
  queryCommand(program, "path", "How one symbol reaches another.")
    .argument("<from>", SYMBOL)
    .argument("<to>", SYMBOL)
    .action(inSession(environment, pathCommand));
}

function addFiles(program: Command, environment: SessionEnvironment): void {
  versionedCommand(program, "outline", "A file's symbols as a tree.")
    .argument("<file>", "a path in the repository")
    .action(inSession(environment, outlineCommand));
  repositoryCommand(program, "file", "A document or configuration file, or a part of it.")
    .argument("<path>", "README.md, package.json …; code has outline and card")
    .option("--heading <name>", "what stands under a heading, or a part of its name")
    .option("--key <name>", "what a key of configuration holds: scripts.build")
    .option("--lines <lines>", "12, 12-40 or 12-")
    .option("--tokens <n>", "token budget of the answer", parseCount, 2000)
    .option("--json", "the action's answer as JSON")
    .action(inSession(environment, fileCommand));
}

function addStatus(program: Command, environment: SessionEnvironment): void {
  queryCommand(program, "status", "An index's version, size, freshness and health.")
    .option("--imports", "also list unresolved imports of the repository's own files, with the reason")
    .action(inSession(environment, statusCommand));
}

function addVersions(program: Command, environment: SessionEnvironment): void {
  repositoryCommand(program, "versions", "The versions that are kept, and what each takes.")
    .option("-n, --limit <n>", "at most this many", parseCount, 100)
    .option("--json", "the action's answer as JSON")
    .action(inSession(environment, versionsCommand));
}

function addPrune(program: Command, environment: SessionEnvironment): void {
  repositoryCommand(program, "prune", "Remove old versions. Indexing also removes them.")
    .option("--keep <n>", "keep the last n versions; default: the setting, 50", parseCount)
    .option("--days <n>", "and the last one of each of the last n days; default: the setting, 30", parseCount)
    .option("--always", "store both numbers as the repository's setting")
    .option("--dry-run", "say what would be removed, and remove nothing")
    .option("--json", "the action's answer as JSON")
    .action(inSession(environment, pruneCommand));
}

function addExport(program: Command, environment: SessionEnvironment): void {
  repositoryCommand(program, "export", "Print every symbol and every edge, for programs.")
    .addOption(new Option("--format <format>", "one JSON object a line").choices(["jsonl"]).default("jsonl"))
    .option("--fresh", "index changed files first")
    .option("--no-auto-index", "do not index a repository that has no index yet")
    .addHelpText("after", "\nExample:\n  sdl export --format jsonl > graph.jsonl")
    .action(inSession(environment, exportCommand));
}

function addGraph(program: Command, environment: SessionEnvironment): void {
  graphOptions(repositoryCommand(program, "graph", "A picture: a symbol, a slice, a change, the repository.")).action(
    inSession(environment, graphCommand),
  );
}

const MEMORY = "its title, a part of it, or its id";

function addMemory(program: Command, environment: SessionEnvironment): void {
  const memory = program.command("memory").description("What is remembered: list, show, add, remove, adopt.");
  repositoryCommand(memory, "list", "List memories, newest first.")
    .argument("[words...]", "only those about these words")
    .option("--ids", IDS)
    .option("--json", "the action's answer as JSON")
    .action(inSession(environment, memoryListCommand));
  repositoryCommand(memory, "show", "Show one memory in full.")
    .argument("<title>", MEMORY)
    .option("--json", "the action's answer as JSON")
    .action(inSession(environment, memoryShowCommand));
  repositoryCommand(memory, "add", "Keep what you found out, with the symbols that it is about.")
    .argument("<title>", "short, for scanning")
    .argument("<text>", "the why, in Markdown")
    .option("-s, --symbol <symbol...>", `what it is about: ${SYMBOL}`)
    .addOption(
      new Option("--type <type>", "what it is").choices(["decision", "bugfix", "task_context"]).default("decision"),
    )
    .option("--json", "the action's answer as JSON")
    .action(inSession(environment, memoryAddCommand));
  repositoryCommand(memory, "remove", "Remove a memory.")
    .argument("<title>", MEMORY)
    .option("--json", "the action's answer as JSON")
    .action(inSession(environment, memoryRemoveCommand));
  repositoryCommand(memory, "adopt", "Take memories that came with the repository for your own.")
    .argument("[id...]", "their ids; default: all that are held back")
    .addHelpText(
      "after",
      '\nMemories that came with a repository are held back only where ~/.local/share/sdl/settings.json says { "memory.adopt": "ask" }.',
    )
    .action(inSession(environment, adoptCommand));
}

function reportCommand(program: Command, name: string, description: string): Command {
  return repositoryCommand(program, name, description)
    .addOption(
      new Option("--format <format>", "default: text on a terminal, Markdown elsewhere").choices([
        "text",
        "markdown",
        "json",
        "sarif",
      ]),
    )
    .option("--json", "the same as --format json");
}

function addDelta(program: Command, environment: SessionEnvironment): void {
  reportCommand(program, "delta", "What changed between two revisions, and what it breaks.")
    .argument("<base>", "a branch, a tag, a commit, HEAD~n, or a version: v…, @latest~n")
    .argument("<head>", "likewise; the newer one")
    .addHelpText(
      "after",
      "\nBoth are read from git's objects; nothing is checked out.\n\nExample:\n  sdl delta v1.2.0 HEAD",
    )
    .action(inSession(environment, deltaCommand));
}

function addReview(program: Command, environment: SessionEnvironment): void {
  repositoryCommand(program, "review", "Review what is not committed: what it breaks, which tests to run.")
    .option("--staged", "only what is staged for the next commit")
    .option("--base <revision>", "compare with another revision", "HEAD")
    .addOption(
      new Option("--format <format>", "of the report").choices(["text", "markdown", "json", "sarif"]).default("text"),
    )
    .option("--json", "the same as --format json")
    .addHelpText("after", "\nExample:\n  sdl review --staged")
    .action(inSession(environment, reviewCommand));
}

function addCi(program: Command, environment: SessionEnvironment): void {
  reportCommand(program, "ci", "Report what a branch changes, and gate on the risk.")
    .requiredOption("--base <revision>", "what it is to be merged into; compared is the best common ancestor of both")
    .option("--head <revision>", "the branch", "HEAD")
    .option("--work-tree", "the files as they are on the disk, in place of --head")
    .option("--fail-on-risk <n>", "end with exit code 4 at this risk or more, 0 to 100", parseRiskScore)
    .addHelpText("after", `\nExample:\n  sdl ci --base origin/main --fail-on-risk 70 > report.md\n\n${EXIT_CODES_HELP}`)
    .action(
      inSession(environment, async (session, options: CiOptions) => {
        if (!(await ciCommand(session, options))) throw new RiskReached();
      }),
    );
}

function addAudit(program: Command, environment: SessionEnvironment): void {
  const audit = program.command("audit").description("Check the log of decisions over raw code and policy.");
  repositoryCommand(
    audit,
    "verify",
    "Check that the log is unchanged, and list what cannot be checked; exits with 1 if not, with 3 without a head.",
  )
    .option("--json", "the report as JSON")
    .action(inSession(environment, auditVerifyCommand));
  repositoryCommand(
    audit,
    "accept",
    "Accept a changed log: a record states it, and later checks start from that record. No tool can do it.",
  )
    .requiredOption("--reason <text>", "what happened to the log; stored in the record")
    .option("--json", "the report afterwards as JSON")
    .action(inSession(environment, auditAcceptCommand));
  repositoryCommand(audit, "list", "Show the last decisions, newest last.")
    .option("-n, --limit <n>", "how many", parseCount, 20)
    .option("--json", "the records as JSON")
    .action(inSession(environment, auditListCommand));
}

function addSlice(program: Command, environment: SessionEnvironment): void {
  versionedCommand(program, "slice", "What must be known for a task, within a token budget.")
    .argument("[task...]", "the task in words")
    .option("-e, --entry <symbol...>", "start from these symbols")
    .option("--edited <file...>", "start from files you edited")
    .option("--trace <file>", "start from a stack trace in a file (- is standard input)")
    .option("--test <file>", "start from a failing test")
    .option("--cards <n>", "at most this many cards", parseCount, 30)
    .option("--tokens <n>", "token budget of the answer", parseCount, 4000)
    .addOption(new Option("--source <how>", "how much source").choices(["none", "auto", "full"]))
    .option("--cursor <handle>", "continue with what the slice of this handle left out")
    .option("--if-none-match <hash>", "print no slice if it still has this hash")
    .addOption(
      new Option("--detail <level>", "one level for all cards").choices([
        "minimal",
        "signature",
        "deps",
        "compact",
        "full",
      ]),
    )
    .action(inSession(environment, sliceCommand));
}

function addWhy(program: Command, environment: SessionEnvironment): void {
  repositoryCommand(program, "why", "Why files are in the index or not.")
    .argument("<path...>", "files, folders, or patterns in quotes")
    .option("--json", "the reasons as JSON")
    .addHelpText("after", "\nExamples:\n  sdl why src/app.ts build\n  sdl why 'src/**/*.js'")
    .action(inSession(environment, whyCommand));
}

function addClean(program: Command, environment: SessionEnvironment): void {
  program
    .command("clean")
    .description("Remove indexes that are damaged, old or of gone folders.")
    .argument("[repo...]", "only of these repositories, by folder or id; default: all")
    .option(
      "--all",
      "caches and indexes too; memories, audit logs, settings and the log of errors (two megabytes at most) stay",
    )
    .option("--older-than <days>", "only what was not written for this many days", parseCount)
    .option("--max-size <bytes>", "remove indexes too, the longest unused first, until this much is left", parseCount)
    .option("--dry-run", "say what would be removed, and remove nothing")
    .option("--json", "the result as JSON")
    .addHelpText("after", CLEAN_HELP)
    .action(inSession(environment, cleanCommand));
}

const CLEAN_HELP = `
What a process uses is kept. To make an index again: sdl index

To bound what all indexes take, write into settings.json of sdl's home:
  { "store.maxBytes": 2000000000 }`;

function addMaintenance(program: Command, environment: SessionEnvironment): void {
  program
    .command("info")
    .description("This installation: version, folders, error log, warnings.")
    .option("--store <dir>", "folder of the index, if not .sdl/")
    .option("--json", "the action's answer as JSON")
    .action(inSession(environment, infoCommand));
  repositoryCommand(program, "doctor", "What is wrong here, and what to do.")
    .option("--fix", "repair the server's entries in agents' files")
    .option("--no-clients", "leave agents' files alone; default: start the server as each of them would, and ask it")
    .option("--json", "the findings as JSON")
    .action(inSession(environment, (session, options: DoctorOptions) => doctorCommand(session, environment, options)));
  repositoryCommand(program, "verify", "Read a whole index and say whether it is sound.")
    .option("--quick", "read pages and checksums, decode nothing")
    .option("--json", "the result as JSON")
    .action(inSession(environment, verifyCommand));
  repositoryCommand(program, "reset", "Delete an index and make it again.")
    .option("--no-index", "only delete it")
    .option("--json", "the action's answer as JSON")
    .action(inSession(environment, resetCommand));
}

function addTool(program: Command, environment: SessionEnvironment): void {
  repositoryCommand(program, "tool", "Run any action with JSON; without one, list them.")
    .argument("[action]", "slice.build, sdl.slice.build, sdl_slice_build or sliceBuild")
    .argument("[arguments]", "the arguments as JSON; - reads them from standard input")
    .option("--json <arguments>", "the arguments as JSON, as an option")
    .option("--schema", "show the action's parameters and examples instead")
    .option("--no-auto-index", "do not index a repository that has no index yet")
    .addHelpText("after", `\nExample:\n  sdl tool symbol.search --json '{"query":"parseConfig","limit":5}'`)
    .action((name: string | undefined, args: string | undefined, options: ToolArguments) => {
      const { json, ...rest } = options;
      return withSession(environment, rest, (session) => toolCommand(session, name, args ?? json, rest));
    });
}

/** Options of `sdl tool`: `--json` carries the arguments here, because its answers are JSON in any case. */
interface ToolArguments extends Omit<GlobalOptions, "json"> {
  readonly json?: string;
  readonly schema?: boolean;
}
