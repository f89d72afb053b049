/** Command of a code lens: shows the server's references in the editor's reference list. */
import { commands, Location, Uri } from "vscode";
import type * as answers from "../server/answers.js";
import type { ServerLink } from "../server/server-link.js";
import { toEditorPosition, toEditorRange } from "../views/places.js";

/** Requests references at a position and opens the list. */
export async function showReferences(link: ServerLink, uri: string, position: answers.Position): Promise<void> {
  const found = await link.request<readonly answers.Location[] | null>("textDocument/references", {
    textDocument: { uri },
    position,
    context: { includeDeclaration: false },
  });
  const locations = (found ?? []).map((one) => new Location(Uri.parse(one.uri), toEditorRange(one)));
  await commands.executeCommand("editor.action.showReferences", Uri.parse(uri), toEditorPosition(position), locations);
}
