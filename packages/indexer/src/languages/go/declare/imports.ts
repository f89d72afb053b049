/** Imports of a Go file: one row per import, and the name to which the import binds the package in the file. */
import { ExprOp, ImportForm, STARS } from "@sdl/model/facts";
import { NO_NODE } from "../../../parse/syntax-tree.js";
import type { GoFile } from "../go-file.js";

/** Writes an import and binds its name: the written alias, else the last part of the path. */
export function declareImport(file: GoFile, spec: number): void {
  const { k } = file;
  const specifier = file.stringText(file.child(spec, k.in_path));
  if (specifier === undefined || specifier === "" || specifier === "C") return;
  const nameNode = file.child(spec, k.in_name);
  const local = nameNode === NO_NODE ? defaultName(specifier) : file.tree.text(nameNode);
  const form = local === "." ? ImportForm.Star : local === "_" ? ImportForm.SideEffect : ImportForm.Namespace;
  const isNamed = form === ImportForm.Namespace;
  const shown = isNamed ? local : "";
  const row = file.extraction.addImport({ form, specifier, imported: "", local: shown, node: spec });
  if (isNamed) file.outermost.set(file.names.of(local), file.expr(ExprOp.Import, row));
  if (form === ImportForm.Star) file.facts.table(STARS).append({ specifier: file.facts.string(specifier) });
}

/**
 * The likely name of a package: the last part of its path that is not a version. If the package declares another name,
 * the linker finds it.
 */
function defaultName(specifier: string): string {
  const parts = specifier.split("/").filter((part, at) => at === 0 || !/^v\d+$/.test(part));
  const last = (parts.at(-1) ?? specifier).replace(/\.v\d+$/, "");
  return last.replace(/^go-|[-.]go$/, "").replace(/^.*-/, "");
}
