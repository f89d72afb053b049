/** An error as a person reads it: what is wrong, what it could have meant, what to type next. */
import type { ErrorAnswer } from "@sdl/engine";
import type { Style } from "../terminal.js";

export function renderError(error: ErrorAnswer, style: Style): string {
  const lines = [`${style.red("error")} ${style.dim(`[${error.code}]`)} ${error.message}`];
  for (const candidate of error.candidates ?? []) lines.push(`  ${renderCandidate(candidate)}`);
  if (error.hint !== undefined) lines.push(style.dim(error.hint));
  const command = nextCommand(error);
  // Some messages end in it.
  if (command !== undefined && !error.message.includes(command)) lines.push(`Try: ${style.bold(command)}`);
  return `${lines.join("\n")}\n`;
}

function renderCandidate(candidate: unknown): string {
  if (typeof candidate !== "object" || candidate === null) return String(candidate);
  const { symbolId, kind, name, file, line }: Readonly<Record<string, unknown>> = { ...candidate };
  if (typeof symbolId !== "string") return JSON.stringify(candidate);
  return `${symbolId}  ${String(kind)} ${String(name)}  ${String(file)}:${String(line)}`;
}

/** The next action in this program's words. */
function nextCommand({ nextBestAction }: ErrorAnswer): string | undefined {
  if (nextBestAction === undefined) return undefined;
  const args: Readonly<Record<string, unknown>> = { ...nextBestAction.args };
  switch (nextBestAction.tool) {
    case "sdl.index.refresh":
      return indexCommand(args["repoId"]);
    case "sdl.repo.register":
      return "sdl index";
    case "sdl.repo.list":
      return "sdl tool repo.list";
    case "sdl.symbol.search":
      return `sdl search ${quote(args["query"])}`;
    case "sdl.symbol.getCard":
      return `sdl card ${quote(args["symbolId"])}`;
    default:
      return `sdl tool ${nextBestAction.tool.replace(/^sdl\./, "")} --json '${JSON.stringify(args)}'`;
  }
}

/** @param repoId a name or a path, as the call takes them */
function indexCommand(repoId: unknown): string {
  if (typeof repoId !== "string") return "sdl index";
  return /[\\/]/.test(repoId) ? `sdl index ${quote(repoId)}` : `sdl index --repo ${repoId}`;
}

function quote(value: unknown): string {
  const text = String(value);
  return /^[\w.:/-]+$/.test(text) ? text : JSON.stringify(text);
}
