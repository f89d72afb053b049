/** Text form of memories: text, links, and whether a linked symbol or file changed. */
import type { TextStyle } from "../../contract/answer-form.js";
import { countText, textOf, wrapText } from "../../text/layout.js";

/** Fields of a memory as it is sent that the text form shows. */
export interface SentMemory {
  readonly type: "decision" | "bugfix" | "task_context";
  readonly title: string;
  readonly content: string;
  readonly tags?: readonly string[] | undefined;
  readonly linkedFiles?: readonly string[] | undefined;
  readonly stale: boolean;
  readonly createdAt: string;
  readonly sourceFile?: string | undefined;
}

/** The fields of a memory answer that its text form shows. */
export interface MemoriesAnswer {
  readonly memories?: readonly SentMemory[] | undefined;
  /** Number of all matching memories, if only some are sent. */
  readonly total?: number | undefined;
  readonly heldBack?: number | undefined;
  readonly warnings?: readonly string[] | undefined;
}

const TYPE_WORDS: Readonly<Record<SentMemory["type"], string>> = {
  decision: "decision",
  bugfix: "bug fixed",
  task_context: "task",
};

/** Maximum lines per memory if several are shown. */
const LISTED_LINES = 3;

/** A single memory in full; of several, the first lines of each. */
export function memoriesText(
  { memories = [], total = memories.length, heldBack = 0, warnings = [] }: MemoriesAnswer,
  style: TextStyle,
): string {
  const most = memories.length === 1 ? undefined : LISTED_LINES;
  const cut = most === undefined ? undefined : memories.find(({ content }) => contentLines(content).length > most);
  const shown =
    total > memories.length
      ? `${memories.length} of ${countText(total, "memory", "memories")}`
      : countText(total, "memory", "memories");
  return textOf([
    memories.length === 0 ? "No memory matches" : shown,
    ...(heldBack === 0
      ? []
      : [
          `${countText(heldBack, "memory", "memories")} of the repository are not adopted yet; adopt them with: sdl memory adopt`,
        ]),
    ...warnings.flatMap((warning) => wrapText(`Note: ${warning}`)),
    ...memories.flatMap((memory) => ["", ...memoryLines(memory, most)]),
    ...(cut === undefined
      ? []
      : ["", `Next: ${style.call("sdl.memory.query", { memoryId: cut.title })}  the full text`]),
  ]);
}

/** A memory's title and day, then its text. @param most maximum lines of the text; all if absent */
export function memoryLines(memory: SentMemory, most = Number.POSITIVE_INFINITY): string[] {
  const { type, title, content, tags = [], linkedFiles = [], stale, createdAt } = memory;
  const about = linkedFiles.length === 0 ? "" : `; about ${linkedFiles.join(", ")}`;
  const tagged = tags.length === 0 ? "" : `; ${tags.map((tag) => `#${tag}`).join(" ")}`;
  const lines = contentLines(content);
  const shown = lines.slice(0, most);
  const outdated = stale ? "; stale: a linked symbol or file changed" : "";
  return [
    ...wrapText(`${title}  (${TYPE_WORDS[type]}, ${createdAt.slice(0, 10)}${about}${tagged}${outdated})`),
    ...shown,
    ...(shown.length < lines.length ? ["  …"] : []),
  ];
}

function contentLines(content: string): string[] {
  return content
    .trimEnd()
    .split("\n")
    .flatMap((line) => wrapText(line, "  "));
}

/** States whether a memory was stored, replaced, or existed already. */
export function storedText({
  created,
  deduplicated,
}: {
  readonly created: boolean;
  readonly deduplicated: boolean;
}): string {
  if (deduplicated) return textOf(["Not stored: an equal memory exists"]);
  return textOf([created ? "Memory stored" : "Memory replaced"]);
}

/** States what happened to a removed memory's file. */
export function removedText({ fileDeleted }: { readonly fileDeleted: boolean }): string {
  return textOf([
    fileDeleted ? "Memory removed; its file is deleted" : "Memory removed; its file is kept and marked as deleted",
  ]);
}
