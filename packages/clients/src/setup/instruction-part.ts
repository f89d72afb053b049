/** Standing instructions for agents as a part: a marked block in a file of the user's, or a file of the program's own. */
import type { InstructionFormat } from "../clients/client.js";
import { lineEnd } from "../edit/editor.js";
import { hasBlock, putBlock, removeBlock } from "../edit/marked-block.js";
import type { Part } from "./part.js";
import { snippet } from "./snippet.js";

export function instructionPart({ ownHead = "", prefix }: InstructionFormat): Part {
  const body = snippet(prefix);
  return {
    kind: "instructions",
    id: "instructions",
    put: (text) => putBlock(text === "" ? ownHead.replaceAll("\n", lineEnd(text)) : text, body),
    take: (text) => removeBlock(text),
    isIn: hasBlock,
    containersMade: () => 0,
    isBare: (text) => text.trim() === "" || text.trim() === ownHead.trim(),
  };
}
