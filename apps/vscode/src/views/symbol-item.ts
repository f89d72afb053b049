/** Tree item of a symbol: a click opens its source, its context menu copies its card. */
import { ThemeIcon, TreeItem } from "vscode";
import type { PlacedSymbol } from "../server/answers.js";
import { openCommand } from "./places.js";

const ICONS: Readonly<Record<string, string>> = {
  module: "symbol-file",
  type: "symbol-struct",
};
const EDITOR_KINDS = /^(function|method|constructor|class|interface|enum|variable|constant|property)$/;

/** The item, with a note after the name. */
export class SymbolItem extends TreeItem {
  constructor(
    readonly symbol: PlacedSymbol,
    note: string,
  ) {
    // A module's name is its path, which is shown with its file.
    super(symbol.kind === "module" ? "top-level code" : symbol.name);
    const { name, kind, file, location } = symbol;
    this.description = note;
    this.tooltip = `${kind} ${name}, ${file}:${location.range.start.line + 1}${note === "" ? "" : `\n${note}`}`;
    this.iconPath = new ThemeIcon(ICONS[kind] ?? (EDITOR_KINDS.test(kind) ? `symbol-${kind}` : "symbol-misc"));
    this.contextValue = "sdl.symbol";
    this.command = openCommand(location);
  }
}
