/** Memories as text: what is remembered, about what, and whether it still holds. */
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

export function memoriesText({
  memories = [],
  total = memories.length,
  heldBack = 0,
  warnings = [],
}: MemoriesAnswer): string {
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
    ...memories.flatMap((memory) => ["", ...memoryLines(memory)]),
  ]);
}

/** Title and day, then the text as it was written. */
export function memoryLines(memory: SentMemory): string[] {
  const { type, title, content, tags = [], linkedFiles = [], stale, createdAt } = memory;
  const about = linkedFiles.length === 0 ? "" : `; about ${linkedFiles.join(", ")}`;
  const tagged = tags.length === 0 ? "" : `; ${tags.map((tag) => `#${tag}`).join(" ")}`;
  const outdated = stale ? "; what it is about changed since" : "";
  return [
    ...wrapped(`${title}  (${TYPE_WORDS[type]}, ${createdAt.slice(0, 10)}${about}${tagged}${outdated})`),
    ...content
      .trimEnd()
      .split("\n")
      .flatMap((line) => wrapped(line, "  ")),
  ];
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
