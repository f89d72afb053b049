/** Config edges: constants of configuration modules, environment variables, files of settings. Knows names and paths only. */
import { EDGE_CODE, ExprOp } from "@sdl/model";
import type { FileContext } from "../file-context.js";
import { type Target, TargetKind } from "../target.js";
import type { Leaf } from "./leaves.js";
import { rootImport } from "./root-import.js";

/** How expressions and leaves mark files. */
const FILE = "file:";
const SETTINGS_FILE = /\.(?:json5?|ya?ml|toml|ini|cfg)$/;

/** The environment variable that something outside the repository is, as a leaf. */
export function environmentLeaf(target: Target): Leaf | undefined {
  const pattern = target.kind === TargetKind.External ? /^(?:environb?|getenvb?)\.(\w+)$/ : /^process\.env\.(\w+)$/;
  const name = pattern.exec(target.name)?.[1];
  if (name === undefined || (target.kind === TargetKind.External && target.text !== "os")) return undefined;
  return { kind: EDGE_CODE.config, packageName: "env:", name };
}

/** The file of settings that an expression names or imports, as a leaf. A Python module is called `json`, not `x.json`. */
export function settingsLeaf(ctx: FileContext, row: number): Leaf | undefined {
  const specifier = ctx.exprs.op[row] === ExprOp.Module ? ctx.exprs.a[row] : importedBy(ctx, row);
  if (specifier === undefined) return undefined;
  const text = ctx.page.string(specifier);
  const isFile = ctx.isPython ? text.startsWith(FILE) : text.includes("/") && SETTINGS_FILE.test(text);
  return isFile ? { kind: EDGE_CODE.config, packageName: FILE, name: text.replace(FILE, "") } : undefined;
}

/** The specifier's string; Python's imports name no files. */
function importedBy(ctx: FileContext, row: number): number | undefined {
  const imported = ctx.isPython ? -1 : rootImport(ctx, row);
  return imported < 0 ? undefined : ctx.imports.specifier[imported];
}
