/** Text form of the installation's description: versions, files, faults. */
import { textOf, wrapText } from "../../text/layout.js";
import { bytesText } from "../../text/quantities.js";

/** Fields of the answer of sdl.info that the text form shows. */
export interface InfoAnswer {
  readonly version: string;
  readonly runtime: { readonly node: string; readonly platform: string; readonly arch: string };
  readonly config: OwnFile;
  readonly registry: OwnFile;
  readonly logging: { readonly path?: string | undefined };
  readonly store: {
    readonly available: boolean;
    readonly activePath?: string | undefined;
    readonly bytes?: number | undefined;
  };
  readonly warnings?: readonly string[] | undefined;
  readonly misconfigurations?: readonly string[] | undefined;
}

interface OwnFile {
  readonly path: string;
  readonly exists: boolean;
  readonly loaded: boolean;
}

/** Formats as text: versions, files and warnings, one per line. */
export function infoText(answer: InfoAnswer): string {
  const { version, runtime, config, registry, logging, warnings = [], misconfigurations = [] } = answer;
  return textOf([
    `SDL ${version} on Node ${runtime.node}, ${runtime.platform} ${runtime.arch}`,
    `settings  ${fileState(config)}`,
    `registry  ${fileState(registry)}`,
    `index     ${storeState(answer)}`,
    ...(logging.path === undefined ? [] : [`errors    ${logging.path}`]),
    ...warnings.flatMap((warning) => wrapText(`Note: ${warning}`)),
    ...misconfigurations.flatMap((fault) => wrapText(`Problem: ${fault}`)),
  ]);
}

function fileState({ path, exists, loaded }: OwnFile): string {
  if (!exists) return `${path} (does not exist: defaults apply)`;
  return loaded ? path : `${path} (cannot be read)`;
}

function storeState({ store: { available, activePath, bytes } }: InfoAnswer): string {
  if (activePath === undefined) return "none: the working directory implies no repository";
  if (!available) return `${activePath} (not indexed)`;
  return `${activePath}${bytes === undefined ? "" : ` (${bytesText(bytes)})`}`;
}
