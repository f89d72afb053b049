/** Conversion of the server's places (JSON) to the editor's types. */
import * as vscode from "vscode";
import type { Location, Position } from "../server/answers.js";

/** Converts a range of the protocol. */
export function toEditorRange({ range: { start, end } }: Pick<Location, "range">): vscode.Range {
  return new vscode.Range(toEditorPosition(start), toEditorPosition(end));
}

/** Converts a position of the protocol. */
export function toEditorPosition({ line, character }: Position): vscode.Position {
  return new vscode.Position(line, character);
}

/** Position of the cursor, as the subject of a request to the server. */
export function cursorSubject(editor: vscode.TextEditor | undefined): object {
  if (editor?.document.uri.scheme !== "file") return {};
  const { line, character } = editor.selection.active;
  return { textDocument: { uri: editor.document.uri.toString() }, position: { line, character } };
}

/** A command that opens a place in the editor. */
export function openCommand({ uri, range }: Location): vscode.Command {
  const options = { preview: true, selection: toEditorRange({ range }) };
  return { title: "Open", command: "vscode.open", arguments: [vscode.Uri.parse(uri), options] };
}
