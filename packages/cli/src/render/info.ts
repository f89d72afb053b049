/** This installation: version, folders, log, warnings. */
import type { info } from "@sdl/engine";
import type { Terminal } from "../terminal.js";

type Answer = Awaited<ReturnType<typeof info.execute>>;

export function renderInfo(answer: Answer, { style }: Terminal): string {
  const { runtime, config, registry, logging, store } = answer;
  const rows: [string, string][] = [
    ["runtime", `Node ${runtime.node}, ${runtime.platform} ${runtime.arch}`],
    ["settings", describeFile(config, "none: defaults hold")],
    ["registry", describeFile(registry, "not written yet")],
    [
      "errors",
      `${logging.path ?? "kept nowhere"}${logging.fallbackUsed ? "  (the folder of SDL cannot be written)" : ""}`,
    ],
    ["index", describeStore(store)],
  ];
  const lines = rows.map(([label, value]) => `  ${style.dim(label.padEnd(10))} ${value}`);
  const warnings = [...(answer.warnings ?? []), ...(answer.misconfigurations ?? [])];
  return `${[style.bold(`sdl ${answer.version}`), ...lines, ...warnings.map((it) => `  ${style.yellow(it)}`)].join("\n")}\n`;
}

function describeFile({ path, exists, loaded }: Answer["config"], absent: string): string {
  if (!exists) return `${path}  (${absent})`;
  return loaded ? path : `${path}  (not read as it is written; see below)`;
}

function describeStore({ available, activePath, bytes }: Answer["store"]): string {
  if (activePath === undefined) return "of no repository; run this in one, or sdl index";
  if (!available) return `${activePath}  (not indexed yet)`;
  return `${activePath}${bytes === undefined ? "" : `  ${Math.ceil(bytes / (1024 * 1024))} MB`}`;
}
