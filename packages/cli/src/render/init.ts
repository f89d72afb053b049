/** Text of what `sdl init` found, changed, or would change. */
import type { Change, Client, FoundClient, Place } from "@sdl/clients";
import { CLIENTS, PUBLISHED } from "@sdl/clients";
import { createMasker, wrapText } from "@sdl/engine";
import type { Style, Terminal } from "../terminal.js";

const MOST_COLUMNS = 100;
/** Further lines of a diff are counted, not shown. */
const MOST_DIFF_LINES = 40;
/** Masks secrets: diff lines around an entry may hold keys of other servers. */
const MASKER = createMasker();

/** Formats as text: the clients found on this machine, and what to type next. */
export function renderFound(found: readonly FoundClient[], place: Place, { style, columns }: Terminal): string {
  const width = Math.min(columns, MOST_COLUMNS);
  const rest = CLIENTS.filter((client) => found.every((one) => one.client !== client)).map(({ id }) => id);
  const isAny = found.length > 0;
  const lines = isAny ? [style.bold("Found on this machine:")] : ["No coding agent was found on this machine."];
  const name = Math.max(0, ...found.map(({ client }) => client.id.length)) + 2;
  for (const { client, signs, servers } of found) {
    const files = servers.map(({ path }) => shortPath(path, place)).join(", ");
    const state = servers.length === 0 ? style.dim(`not set up (${signsText(signs, place)})`) : `set up in ${files}`;
    lines.push(`  ${client.id.padEnd(name)}${state}`);
  }
  lines.push("", "Nothing was written. Next:", ...commandLines(nextCommands(found), style));
  lines.push("", ...wrapText(`${isAny ? "Others" : "Known"}: ${rest.join(", ")}`, "  ", width));
  return `${lines.join("\n")}\n`;
}

function nextCommands(found: readonly FoundClient[]): [string, string][] {
  const open = found.find(({ servers }) => servers.length === 0)?.client;
  if (found.length === 0) return [[`sdl init --client ${CLIENTS[0]?.id}`, "one that you name"]];
  if (open === undefined) {
    return [
      ["sdl doctor", "try what these files say"],
      ["sdl init --remove", "take it back"],
    ];
  }
  return [
    [`sdl init --client ${open.id}`, "one of them"],
    ["sdl init --all-found", "all of them"],
    ["sdl init --all-found --dry-run", "show what would change"],
  ];
}

function commandLines(rows: readonly [string, string][], style: Style): string[] {
  return rows.map(([command, about]) => `  ${style.bold(command.padEnd(34))}${about}`);
}

function signsText(signs: readonly string[], place: Place): string {
  return signs.map((sign) => shortPath(sign, place)).join(", ");
}

interface RunContext {
  readonly place: Place;
  readonly dryRun: boolean;
  readonly remove: boolean;
  readonly clients: readonly Client[];
  /** Files with entries of SDL that this run did not read. */
  readonly elsewhere: readonly string[];
}

/** Formats as text: the changes of one run, with diffs, and what to do next. */
export function renderChanges(changes: readonly Change[], context: RunContext, terminal: Terminal): string {
  const { style, columns } = terminal;
  const { remove, dryRun } = context;
  if (changes.length === 0) return `${[nothingDone(context), ...elsewhereLines(context)].join("\n")}\n`;
  const lines = changes
    .filter((change) => !isDoneLater(change, changes))
    .flatMap((change) => renderChange(change, context, { style, width: Math.min(columns, MOST_COLUMNS) }));
  const done = changes.filter(({ status }) => !["failed", "unchanged", "kept", "absent"].includes(status));
  if (dryRun) lines.push(done.length === 0 ? "Nothing would change." : "Nothing was written: this was a dry run.");
  else if (done.length === 0 && changes.every(({ status }) => status === "unchanged")) lines.push("Nothing to change.");
  else if (!remove && done.length > 0) lines.push(...nextSteps(done, context, style));
  lines.push(...elsewhereLines(context));
  return `${lines.join("\n")}\n`;
}

/**
 * Whether a later change of the list covers this one: a part that several clients read is removed with the last of
 * them.
 */
function isDoneLater({ path, kind, status }: Change, changes: readonly Change[]): boolean {
  return (
    status === "kept" && changes.some((other) => other.path === path && other.kind === kind && other.status !== "kept")
  );
}

function nothingDone({ place }: RunContext): string {
  const where = place.project === undefined ? "" : `, or in ${place.project},`;
  return `Nothing to take back: no file of yours${where} names sdl.`;
}

function elsewhereLines({ elsewhere, place }: RunContext): string[] {
  if (elsewhere.length === 0) return [];
  const paths = elsewhere.map((path) => `  ${shortPath(path, place)}`);
  return ["Left in other places; run sdl init --remove in each repository:", ...paths];
}

function renderChange(
  change: Change,
  { place, dryRun }: RunContext,
  { style, width }: { readonly style: Style; readonly width: number },
): string[] {
  const { client, path, kind, status, error, backup } = change;
  const diff = status === "deleted" ? [] : (change.diff ?? []);
  const what = kind === "server" ? "" : ` (${kind})`;
  const file = path === "" ? "" : `${shortPath(path, place)}${what}  `;
  const head = `${style.bold(client)}  ${file}${changeStateText(change, dryRun, style)}`;
  const lines = [head];
  if (error !== undefined) lines.push(...wrapText(escapeControlCharacters(error.message), "  ", width));
  if (error?.code === "UNPARSABLE")
    lines.push("  Mend it (its client cannot read it either), then run sdl init again.");
  const shown = diff
    .slice(0, MOST_DIFF_LINES)
    .map((line) => paintDiff(cutToWidth(escapeControlCharacters(MASKER.mask(line)), width - 2), style));
  lines.push(...shown.map((line) => `  ${line}`));
  if (diff.length > shown.length) lines.push(`  … ${diff.length - shown.length} lines more`);
  if (backup !== undefined && !dryRun) lines.push(style.dim(`  backup: ${shortPath(backup, place)}`));
  return lines.length > 1 ? [...lines, ""] : lines;
}

function changeStateText({ status, isNew = false }: Change, dryRun: boolean, style: Style): string {
  const would = dryRun ? "would be " : "";
  if (status === "failed") return style.red("not changed");
  if (status === "absent") return style.yellow("left out");
  if (status === "kept") return style.dim("stays: another client that was set up reads it");
  if (status === "unchanged") return style.dim("as it should be");
  if (status === "added") return style.green(`${would}${isNew ? "made" : "added to"}`);
  if (status === "updated") return style.green(`${would}updated`);
  if (status === "restored") return style.green(`${would}as it was before`);
  return style.green(`${would}${status === "deleted" ? "deleted: it was made by sdl" : "taken out"}`);
}

function paintDiff(line: string, style: Style): string {
  if (line.startsWith("+")) return style.green(line);
  if (line.startsWith("-")) return style.red(line);
  return style.dim(line);
}

function cutToWidth(line: string, width: number): string {
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

function nextSteps(done: readonly Change[], { clients }: RunContext, style: Style): string[] {
  const changed = clients.filter(({ id }) => done.some(({ client }) => client === id));
  const lines = changed.map(({ title, next }) => `${title}: ${next}.`);
  for (const { title, hooks } of changed)
    if (isHooked(done) && hooks?.note !== undefined) lines.push(`${title}: ${hooks.note}.`);
  if (!PUBLISHED && done.some(({ scope, kind }) => scope === "project" && kind !== "instructions")) {
    lines.push("Files of the repository name a path of this machine: keep them out of commits.");
  }
  const names = changed.map(({ id }) => id).join(" ");
  return [
    ...lines,
    "",
    `Check it: ${style.bold("sdl doctor")}. Take it back: ${style.bold(`sdl init --remove --client ${names}`)}`,
  ];
}

function isHooked(done: readonly Change[]): boolean {
  return done.some(({ kind }) => kind === "hooks");
}

/** Escapes control and direction characters: text of files could otherwise move the cursor or reverse the line. */
export function escapeControlCharacters(text: string): string {
  return text.replace(/(?!\t)[\p{Cc}\p{Cf}]/gu, "?");
}

/** A path relative to the repository, or to the home with `~`, if it lies inside. */
export function shortPath(path: string, { project, home }: Place): string {
  const within = (folder: string | undefined) =>
    folder !== undefined && path.startsWith(folder) && /^[\\/]/.test(path.slice(folder.length));
  if (project !== undefined && within(project)) return path.slice(project.length + 1);
  return home !== undefined && within(home) ? `~${path.slice(home.length)}` : path;
}
