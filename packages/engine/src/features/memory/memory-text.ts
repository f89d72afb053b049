/** Memories as text: what is remembered, about what, and whether it still holds. */
import type { TextStyle } from "../../contract/answer-form.js";
import { counted, textOf, wrapped } from "../../text/layout.js";

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

export interface MemoriesAnswer {
  readonly memories?: readonly SentMemory[] | undefined;
  /** Of all that fit, where only some are sent. */
  readonly total?: number | undefined;
  readonly heldBack?: number | undefined;
  readonly warnings?: readonly string[] | undefined;
}

const TYPE_WORDS: Readonly<Record<SentMemory["type"], string>> = {
  decision: "decision",
  bugfix: "bug fixed",
  task_context: "task",
};

/** Lines of a memory's text that a list shows. */
const LISTED_LINES = 3;

/** One memory in full; of several the first lines each. */
export function memoriesText(
  { memories = [], total = memories.length, heldBack = 0, warnings = [] }: MemoriesAnswer,
  style: TextStyle,
): string {
  const most = memories.length === 1 ? undefined : LISTED_LINES;
  const cut = most === undefined ? undefined : memories.find(({ content }) => contentLines(content).length > most);
  const shown =
    total > memories.length
      ? `${memories.length} of ${counted(total, "memory", "memories")}`
      : counted(total, "memory", "memories");
  return textOf([
    memories.length === 0 ? "Nothing remembered that fits" : shown,
    ...(heldBack === 0
      ? []
      : [`${counted(heldBack, "memory", "memories")} of the repository wait for: sdl memory adopt`]),
    ...warnings.flatMap((warning) => wrapped(`Note: ${warning}`)),
    ...memories.flatMap((memory) => ["", ...memoryLines(memory, most)]),
    ...(cut === undefined
      ? []
      : ["", `Next: ${style.call("sdl.memory.query", { memoryId: cut.title })}  the whole of it`]),
  ]);
}

/** Title and day, then the text as it was written. @param most so many lines of it; all when absent */
export function memoryLines(memory: SentMemory, most = Number.POSITIVE_INFINITY): string[] {
  const { type, title, content, tags = [], linkedFiles = [], stale, createdAt } = memory;
  const about = linkedFiles.length === 0 ? "" : `; about ${linkedFiles.join(", ")}`;
  const tagged = tags.length === 0 ? "" : `; ${tags.map((tag) => `#${tag}`).join(" ")}`;
  const lines = contentLines(content);
  const shown = lines.slice(0, most);
  const outdated = stale ? "; what it is about changed since" : "";
  return [
    ...wrapped(`${title}  (${TYPE_WORDS[type]}, ${createdAt.slice(0, 10)}${about}${tagged}${outdated})`),
    ...shown,
    ...(shown.length < lines.length ? ["  …"] : []),
  ];
}

function contentLines(content: string): string[] {
  return content
    .trimEnd()
    .split("\n")
    .flatMap((line) => wrapped(line, "  "));
}

export function storedText({
  created,
  deduplicated,
}: {
  readonly created: boolean;
  readonly deduplicated: boolean;
}): string {
  if (deduplicated) return textOf(["Already remembered: the same memory is there"]);
  return textOf([created ? "Remembered" : "Remembered anew: the memory has this text now"]);
}

export function removedText({ fileDeleted }: { readonly fileDeleted: boolean }): string {
  return textOf([
    fileDeleted ? "Forgotten, and its file deleted" : "Forgotten; its file is marked as deleted and stays",
  ]);
}
