/** Registration of `sdl push`, `sdl pull` and `sdl remote`. */
import type { Command } from "commander";
import {
  pullCommand,
  pushCommand,
  remoteAddCommand,
  remoteCollectCommand,
  remoteListCommand,
  remoteRemoveCommand,
} from "./commands/remote-command.js";
import { parseCount } from "./option-values.js";
import { inSession, repositoryCommand } from "./repository-command.js";
import type { SessionEnvironment } from "./session.js";

const JSON_OPTION = "the answer as JSON";
const REMOTE_OPTION = "name of the remote; default: the first that was added";

const ADD_HELP = `
The remote is kept in your own settings, for this repository and every other clone
of its origin; nothing is written into the repository. The first question in a new
clone then begins with what was pushed. SDL_REMOTE names a remote without this
command: a folder, a URL, or off.

Examples:
  sdl remote add team /mnt/team/sdl
  sdl remote add team postgres://ci:secret@db.example.org/sdl
  sdl remote add team s3://bucket/sdl   # keys and server by AWS_… variables`;

/** Adds the commands to the program. */
export function addRemotes(program: Command, environment: SessionEnvironment): void {
  const remote = program.command("remote").description("Where a team keeps its indexes: add, list, remove, collect.");
  repositoryCommand(remote, "add", "Add a remote, and create its store if there is none.")
    .argument("<name>", "your name for it")
    .argument("<place>", "a folder, postgres://… or s3://…")
    .option("--repository <name>", "this repository's name there; default: owner/name of its origin")
    .option("--json", JSON_OPTION)
    .addHelpText("after", ADD_HELP)
    .action(inSession(environment, remoteAddCommand));
  repositoryCommand(remote, "list", "List this repository's remotes.")
    .option("--json", JSON_OPTION)
    .action(inSession(environment, remoteListCommand));
  repositoryCommand(remote, "remove", "Forget a remote; what was pushed stays there.")
    .argument("<name>", "its name")
    .action(inSession(environment, remoteRemoveCommand));
  repositoryCommand(remote, "collect", "Remove pages from a remote that no pushed version needs.")
    .argument("[name]", REMOTE_OPTION)
    .option("--grace <days>", "keep what was pushed or replaced within so many days; default: 7", parseCount)
    .option("--json", JSON_OPTION)
    .action(inSession(environment, remoteCollectCommand));
  repositoryCommand(program, "push", "Push the index of HEAD's commit to a remote.")
    .option("--remote <name>", REMOTE_OPTION)
    .option("--branch <name>", "the branch to move there; default: the one at HEAD")
    .option("--json", JSON_OPTION)
    .action(inSession(environment, pushCommand));
  repositoryCommand(program, "pull", "Begin with the nearest index that was pushed, then index what differs.")
    .option("--remote <name>", REMOTE_OPTION)
    .option("--no-settle", "end once the index can be queried")
    .option("--json", JSON_OPTION)
    .action(inSession(environment, pullCommand));
}
