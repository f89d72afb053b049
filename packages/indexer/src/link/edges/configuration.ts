/** Config edges: constants of configuration modules, environment variables, files of settings. Knows names and paths only. */
import { EDGE_CODE, ExprOp } from "@sdl/model";
import type { FileContext } from "../file-context.js";
import { type Target, TargetKind } from "../target.js";
import type { Leaf } from "./leaves.js";
import { rootImport } from "./root-import.js";

const SETTINGS_FILE = /\.(?:json5?|ya?ml|toml|ini|cfg)$/;

/** The environment variable that something outside the repository is, as a leaf. */
export function environmentLeaf(target: Target): Leaf | undefined {
  const pattern = target.kind === TargetKind.External ? /^(?:environb?|getenvb?)\.(\w+)$/ : /^process\.env\.(\w+)$/;
  const name = pattern.exec(target.name)?.[1];
  if (name === undefined || (target.kind === TargetKind.External && target.text !== "os")) return undefined;
  return { kind: EDGE_CODE.config, packageName: "env:", name };
}

/** The file of settings that an expression names or imports, as a leaf. */
export function settingsLeaf(ctx: FileContext, row: number): Leaf | undefined {
  const isNamed = ctx.exprs.op[row] === ExprOp.Module;
  const imported = isNamed ? -1 : rootImport(ctx, row);
  if (!isNamed && imported < 0) return undefined;
  const name = ctx.page.string((isNamed ? ctx.exprs.a[row] : ctx.imports.specifier[imported]) ?? 0);
  return SETTINGS_FILE.test(name) ? { kind: EDGE_CODE.config, packageName: "file:", name } : undefined;
}
