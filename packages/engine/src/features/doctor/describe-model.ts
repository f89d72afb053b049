/** Findings on the user's sentence model: whatever prevents its use. Loads neither the runtime nor the model. */
import { inspectModel, installCommand, labelOfModel, runtimeFault } from "@sdl/repository/embeddings";
import type { Engine } from "../../contract/engine.js";
import type { RegistryEntry } from "../../registry/registry-file.js";
import { loadChosenModel } from "../../registry/sentence-model.js";
import type { Finding } from "./finding.js";

/** @param index the repository whose vectors are checked; `undefined` if none may be opened @returns no findings if the settings name no model */
export async function describeModel(engine: Engine, index: RegistryEntry | undefined): Promise<Finding[]> {
  const chosen = loadChosenModel(engine.home);
  if (chosen === undefined) return [];
  const findings: Finding[] = [];
  const fault = runtimeFault(engine.home);
  if (fault !== undefined)
    findings.push({ level: "problem", subject: "model", text: fault, advice: installCommand(engine.home) });
  const folder = inspectModel(chosen);
  if (!("reason" in folder)) {
    const text = `${folder.model} (${folder.dtype}, ${folder.pooling} pooling), ${chosen.root}`;
    findings.push({ level: "ok", subject: "model", text });
  } else if (chosen.mayDownload) {
    findings.push({ level: "note", subject: "model", text: folder.reason, advice: "sdl index" });
  } else findings.push({ level: "problem", subject: "model", text: folder.reason });
  if (index !== undefined) findings.push(await describeVectors(engine, index, labelOfModel(chosen)));
  return findings;
}

async function describeVectors(engine: Engine, index: RegistryEntry, model: string): Promise<Finding> {
  const repository = await engine.open(index);
  const { isComplete = false, progress } = repository.embeddings() ?? {};
  if (isComplete)
    return { level: "ok", subject: "embeddings", text: `vectors of the latest version by ${model}: complete` };
  const far = progress === undefined ? "none" : `${progress.done} of ${progress.total}`;
  const text = `vectors of the latest version by ${model}: ${far}; searches use the repository's own vectors until they are complete`;
  return { level: "note", subject: "embeddings", text, advice: "sdl index" };
}
