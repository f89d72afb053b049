/** What the server says of places, as the editor has it: over the wire they are JSON. */
import * as vscode from "vscode";
import type { Location, Position } from "../server/answers.js";

export function rangeOf({ range: { start, end } }: Pick<Location, "range">): vscode.Range {
  return new vscode.Range(positionOf(start), positionOf(end));
}

export function positionOf({ line, character }: Position): vscode.Position {
  return new vscode.Position(line, character);
}

/** Where the cursor stands, as the server is asked about it. */
export function subjectOf(editor: vscode.TextEditor | undefined): object {
  if (editor?.document.uri.scheme !== "file") return {};
  const { line, character } = editor.selection.active;
  return { textDocument: { uri: editor.document.uri.toString() }, position: { line, character } };
}

/** A command that opens a place. */
export function openCommand({ uri, range }: Location): vscode.Command {
  const options = { preview: true, selection: rangeOf({ range }) };
  return { title: "Open", command: "vscode.open", arguments: [vscode.Uri.parse(uri), options] };
}
