/**
 * Runtime of sentence models: the ONNX runtime of `@huggingface/transformers`. That package is large and no dependency:
 * it is loaded only from the user's SDL home, where it was installed on purpose, so a repository cannot provide its
 * own. Invariants: no network unless the model may be downloaded and is missing; nothing is written to standard output.
 */

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { messageOf } from "@sdl/model";
import type { Embedder } from "@sdl/model/graph";
import { type ChosenModel, inspectModel, type ModelFolder } from "./chosen-model.js";

const PACKAGE = "@huggingface/transformers";
/** Major version of the package that this code supports. */
const MAJOR = 4;

/** The used part of the package. */
interface ModelRuntime {
  readonly env: {
    allowRemoteModels: boolean;
    allowLocalModels: boolean;
    localModelPath: string;
    cacheDir: string;
    useFSCache: boolean;
    logLevel: number;
    fetch: (...request: readonly unknown[]) => Promise<unknown>;
  };
  readonly LogLevel: { readonly ERROR: number };
  pipeline(task: "feature-extraction", model: string, options: object): Promise<EmbeddingPipeline>;
}

interface EmbeddingPipeline {
  (
    texts: readonly string[],
    options: object,
  ): Promise<{ readonly dims: readonly number[]; readonly data: Float32Array }>;
  readonly tokenizer: { readonly model_max_length?: number };
  readonly model: { readonly config: { readonly max_position_embeddings?: number } };
}

/** A single thread: a low-priority process uses one processor, and sums are computed in one order. */
const SESSION = { intraOpNumThreads: 1, interOpNumThreads: 1 };

/** The command that installs the runtime, to be run by hand once. */
export function installCommand(home: string): string {
  return `npm install --prefix ${/\s/.test(home) ? JSON.stringify(home) : home} ${PACKAGE}@${MAJOR}`;
}

/** Checks the runtime's files. @returns why it cannot be used; `undefined` if it can */
export function runtimeFault(home: string): string | undefined {
  const manifest = join(runtimeFolder(home), "package.json");
  if (!existsSync(manifest)) return `the runtime of sentence models is not installed: ${installCommand(home)}`;
  try {
    const { version }: { readonly version?: string } = JSON.parse(readFileSync(manifest, "utf8"));
    if (Number.parseInt(version ?? "", 10) === MAJOR) return undefined;
    return `the runtime of sentence models is version ${version}, not ${MAJOR}: ${installCommand(home)}`;
  } catch (error) {
    return `the runtime of sentence models cannot be read (${messageOf(error)}): ${installCommand(home)}`;
  }
}

/** Loads the model. @throws {Error} with a reason for the user */
export async function loadEmbedder(chosen: ChosenModel): Promise<Embedder> {
  const fault = runtimeFault(chosen.home);
  if (fault !== undefined) throw new Error(fault);
  const found = inspectModel(chosen);
  if ("reason" in found && !chosen.mayDownload) throw new Error(found.reason);
  const runtime = loadRuntime(chosen.home);
  configureRuntime(runtime, chosen, "reason" in found);
  try {
    const pipeline = await runtime.pipeline("feature-extraction", chosen.id, {
      device: "cpu",
      dtype: "reason" in found ? "fp32" : found.dtype,
      session_options: SESSION,
    });
    limitTextLength(pipeline);
    const folder = inspectModel(chosen);
    if ("reason" in folder) throw new Error(folder.reason);
    return await makeEmbedder(pipeline, folder);
  } catch (error) {
    throw new Error(`the model ${chosen.id} cannot be run: ${messageOf(error)}`, { cause: error });
  }
}

function runtimeFolder(home: string): string {
  return join(home, "node_modules", ...PACKAGE.split("/"));
}

function loadRuntime(home: string): ModelRuntime {
  const path = runtimeFolder(home);
  try {
    const loaded: ModelRuntime = createRequire(join(path, "package.json"))(path);
    return loaded;
  } catch (error) {
    throw new Error(`the runtime of sentence models cannot be loaded (${messageOf(error)}): ${installCommand(home)}`, {
      cause: error,
    });
  }
}

/** Configures the runtime. Downloaded models are stored at the path of a local model. */
function configureRuntime({ env, LogLevel }: ModelRuntime, { root }: ChosenModel, isRemote: boolean): void {
  env.logLevel = LogLevel.ERROR;
  env.allowLocalModels = true;
  env.localModelPath = root;
  env.allowRemoteModels = isRemote;
  env.useFSCache = isRemote;
  env.cacheDir = root;
  env.fetch = isRemote ? (...request) => Reflect.apply(fetch, undefined, request) : refuseNetwork;
}

function refuseNetwork(): Promise<never> {
  return Promise.reject(new Error("the network must not be used"));
}

/** Positions at the start that some models reserve. */
const UNUSED_POSITIONS = 2;

/** Limits the length of texts: some tokenizers do not know their model's limit. */
function limitTextLength({ tokenizer, model }: EmbeddingPipeline): void {
  const positions = model.config.max_position_embeddings;
  if (positions === undefined || (tokenizer.model_max_length ?? Number.POSITIVE_INFINITY) <= positions) return;
  Object.defineProperty(tokenizer, "model_max_length", { value: positions - UNUSED_POSITIONS });
}

async function makeEmbedder(
  pipeline: EmbeddingPipeline,
  { model, fingerprint, pooling }: ModelFolder,
): Promise<Embedder> {
  const embed = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const { data, dims } = await pipeline(texts, { pooling, normalize: true });
    const [rows = 0, width = 0] = dims;
    if (rows !== texts.length) throw new Error(`it gave ${rows} vectors for ${texts.length} texts`);
    return texts.map((_, row) => data.slice(row * width, (row + 1) * width));
  };
  const [probe] = await embed(["probe"]);
  return { model, fingerprint, dimensions: probe?.length ?? 0, embed };
}
