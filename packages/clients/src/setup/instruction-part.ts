/** Standing instructions for agents as a part: a marked block in a user's file, or a file that belongs to SDL alone. */
import type { InstructionFormat } from "../clients/client.js";
import { CLIENTS } from "../clients/table.js";
import { blockBody, hasBlock, putBlock, removeBlock } from "../edit/marked-block.js";
import type { Part } from "./part.js";
import { instructionSnippet } from "./snippet.js";

/** The part that adds instructions to a Markdown file. */
export function instructionPart({ ownHead = "", prefix }: InstructionFormat): Part {
  return {
    kind: "instructions",
    id: "instructions",
    put(text) {
      // Several clients may read the same file, at least through links, so the variant of another client is accepted.
      const body = blockBody(text);
      const isCurrent = body !== undefined && [...toolNamePrefixes()].some((one) => instructionSnippet(one) === body);
      return isCurrent ? text : putBlock(text === "" ? ownHead : text, instructionSnippet(prefix));
    },
    remove: (text) => removeBlock(text),
    isPresent: hasBlock,
    containersMade: () => 0,
    isSkeletonOnly: (text) => text.trim() === "" || text.trim() === ownHead.trim(),
  };
}

function toolNamePrefixes(): Set<string> {
  return new Set(CLIENTS.flatMap(({ instructions }) => instructions?.prefix ?? []));
}
