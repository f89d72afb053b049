/**
 * Targets of configuration edges: environment variables and keys of configuration files. Linking only names them;
 * whether the settings page exists, and which ordinal a key has there, is known once all files are linked (see
 * edges/bind-settings.ts). Knows names and paths only.
 */
import { EDGE_CODE, ENVIRONMENT_PATH } from "@sdl/model";
import { ExprOp } from "@sdl/model/facts";
import { isSettingsData } from "../../workspace/content/settings-name.js";
import type { Evaluator } from "../evaluate.js";
import type { FileContext } from "../files/file-context.js";
import { READ_FILE } from "../modules/module-resolver.js";
import { SETTINGS, settingsPath, type Target, TargetKind } from "../values/target.js";
import type { Leaf } from "./leaves.js";
import { rootImport } from "./root-import.js";

/** The environment variable, or the key of a configuration file, that an external target represents. */
export function configurationLeaf(ev: Evaluator, target: Target): Leaf | undefined {
  const path = settingsPath(target);
  return path === undefined ? environmentLeaf(target) : settingLeaf(ev, path, target.name);
}

/** Packages whose members hold the environment, with the path pattern to a variable. */
const ENVIRONMENT_HOLDERS: ReadonlyMap<string, RegExp> = new Map([
  ["os", /^(?:environb?|getenvb?)\.(\w+)$/],
  ["process", /^env\.(\w+)$/],
  ["node:process", /^env\.(\w+)$/],
]);

function environmentLeaf({ kind, text, name }: Target): Leaf | undefined {
  if (!name.includes("env")) return undefined;
  const pattern =
    kind === TargetKind.External ? ENVIRONMENT_HOLDERS.get(text) : /^(?:globalThis\.)?(?:process|Bun)\.env\.(\w+)$/;
  const variable = pattern?.exec(name)?.[1];
  return variable === undefined ? undefined : { kind: EDGE_CODE.config, packageName: ENVIRONMENT_PATH, name: variable };
}

/** The longest prefix of `name` that is a key of the file; else the file. */
function settingLeaf(ev: Evaluator, path: string, name: string): Leaf {
  const outline = ev.modules.outline(path);
  const parts = name.split(".");
  let key = "";
  for (let count = parts.length; count > 0 && key === ""; count--) {
    const candidate = parts.slice(0, count).join(".");
    if (outline?.has(candidate) === true) key = candidate;
  }
  return { kind: EDGE_CODE.config, packageName: SETTINGS + path, name: key };
}

/** A data file that an expression names or imports, if it is no configuration file of the repository. */
export function dataLeaf(ctx: FileContext, row: number): Leaf | undefined {
  const specifier = ctx.exprs.op[row] === ExprOp.Module ? ctx.exprs.a[row] : importedBy(ctx, row);
  if (specifier === undefined) return undefined;
  const text = ctx.page.string(specifier);
  const isFile = text.startsWith(READ_FILE) || (!ctx.isPython && text.includes("/") && isSettingsData(text));
  return isFile ? { kind: EDGE_CODE.config, packageName: READ_FILE, name: text.replace(READ_FILE, "") } : undefined;
}

/** The specifier of an import; Python's imports name no files. */
function importedBy(ctx: FileContext, row: number): number | undefined {
  const imported = ctx.isPython ? -1 : rootImport(ctx, row);
  return imported < 0 ? undefined : ctx.imports.specifier[imported];
}
