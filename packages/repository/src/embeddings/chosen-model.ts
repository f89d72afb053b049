/**
 * Sentence model chosen by the user, and its files on this machine. Loads no runtime and uses no network, so it is
 * cheap to find out whether there is work to do.
 */

import { createHash } from "node:crypto";
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { messageOf } from "@sdl/model";
import type { VectorModel } from "@sdl/model/graph";

/** The user's choice. */
export interface ChosenModel {
  /** Folder of the runtime, and by default of models. */
  readonly home: string;
  /** The model's folder is `root` joined with this id; on the hub, it is the model's name. */
  readonly root: string;
  readonly id: string;
  /** Whether the model may be downloaded from the hub if its folder is missing. */
  readonly mayDownload: boolean;
}

/** How to run the model in a folder. */
export interface ModelFolder extends VectorModel {
  /** The runtime's name of the weights' precision. */
  readonly dtype: string;
  readonly pooling: "mean" | "cls";
}

/** Files in `onnx/` in order of preference: full precision first, then ever smaller ones. */
const PRECISIONS = [
  ["model.onnx", "fp32"],
  ["model_fp16.onnx", "fp16"],
  ["model_quantized.onnx", "q8"],
  ["model_int8.onnx", "int8"],
  ["model_uint8.onnx", "uint8"],
  ["model_q4.onnx", "q4"],
  ["model_q4f16.onnx", "q4f16"],
  ["model_bnb4.onnx", "bnb4"],
] as const;
const POOLING = "1_Pooling/config.json";
const REQUIRED_FILES = ["config.json", "tokenizer.json", "tokenizer_config.json"];
const HUB_NAME = /^[\w.-]+\/[\w.-]+$/;
/** Bytes at the end of each file that, with its size, identify it: the weights of two models differ everywhere. */
const TAIL_BYTES = 64 * 1024;

/** The model of a name. @param home see `homeDirectory` @param name an absolute folder, one below `<home>/models`, or a name on the hub */
export function modelNamed(home: string, name: string, mayDownload = false): ChosenModel {
  const models = join(home, "models");
  return isAbsolute(name)
    ? { home, root: dirname(name), id: basename(name), mayDownload: false }
    : { home, root: models, id: name, mayDownload: mayDownload && HUB_NAME.test(name) };
}

function modelFolder({ root, id }: ChosenModel): string {
  return join(root, id);
}

/** Label of the model: the last part of its path. */
export function labelOfModel({ id }: ChosenModel): string {
  return basename(id);
}

let cached: { readonly stamp: string; readonly folder: ModelFolder } | undefined;

/** Inspects the model's files. @returns how to run the model, or why that is impossible @throws nothing */
export function inspectModel(chosen: ChosenModel): ModelFolder | { readonly reason: string } {
  const folder = modelFolder(chosen);
  if (!existsSync(folder)) return { reason: missingFolder(chosen, folder) };
  const missing = REQUIRED_FILES.find((name) => !existsSync(join(folder, name)));
  if (missing !== undefined) return { reason: `the model's folder ${folder} has no ${missing}` };
  const precision = PRECISIONS.find(([file]) => existsSync(join(folder, "onnx", file)));
  if (precision === undefined) {
    return { reason: `the model's folder ${folder} has no onnx/model.onnx, nor another precision of it` };
  }
  try {
    const [weights, dtype] = precision;
    const data = readdirSync(join(folder, "onnx")).filter((name) => name.startsWith(`${weights}_data`));
    const files = [...REQUIRED_FILES, POOLING, ...[weights, ...data.sort()].map((name) => `onnx/${name}`)];
    const present = files.filter((name) => existsSync(join(folder, name)));
    return readModel(chosen, { folder, dtype, present });
  } catch (error) {
    return { reason: `the model's folder ${folder} cannot be read: ${messageOf(error)}` };
  }
}

function missingFolder({ id, mayDownload, root }: ChosenModel, folder: string): string {
  if (mayDownload) return `the model ${id} was not downloaded yet`;
  if (root !== dirname(folder) && HUB_NAME.test(id)) {
    return `there is no folder ${folder}: put the model there, or allow the setting semantic.model.download to fetch it`;
  }
  return `there is no folder ${folder}: put the model there, or change the setting semantic.model`;
}

interface ModelFiles {
  readonly folder: string;
  readonly dtype: string;
  readonly present: readonly string[];
}

/** Reads the model's files; cached until their stats change. */
function readModel(chosen: ChosenModel, { folder, dtype, present }: ModelFiles): ModelFolder {
  const stats = present.map((name) => statSync(join(folder, name)));
  const stamp = [folder, ...present.map((name, i) => `${name} ${stats[i]?.size} ${stats[i]?.mtimeMs}`)].join("\n");
  if (cached?.stamp !== stamp) {
    const model = labelOfModel(chosen);
    const pooling = present.includes(POOLING) ? readPooling(join(folder, POOLING)) : "mean";
    cached = { stamp, folder: { model, fingerprint: modelFingerprint(folder, present), dtype, pooling } };
  }
  return cached.folder;
}

function readPooling(path: string): "mean" | "cls" {
  const config: { readonly pooling_mode_cls_token?: unknown } = JSON.parse(readFileSync(path, "utf8"));
  return config.pooling_mode_cls_token === true ? "cls" : "mean";
}

function modelFingerprint(folder: string, names: readonly string[]): string {
  const hash = createHash("sha256");
  for (const name of names) {
    const file = openSync(join(folder, name), "r");
    try {
      const { size } = fstatSync(file);
      const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
      const length = readSync(file, tail, 0, tail.length, size - tail.length);
      hash.update(`${name} ${size}\n`).update(tail.subarray(0, length));
    } finally {
      closeSync(file);
    }
  }
  return hash.digest("hex").slice(0, 12);
}
