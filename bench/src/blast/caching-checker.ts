/**
 * Checker with a cache in the oracles' folder, keyed by sources and plant: a check takes seconds, and later runs repeat
 * the same checks.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "@typescript/typescript6";
import { PYRIGHT_VERSION } from "../edges/python/pyright-server.js";
import { ORACLES_FOLDER } from "../paths.js";
import type { Checker, Truth } from "./checker.js";
import type { Plant, PlantKind } from "./plants.js";

/** Version of the recorded format. Increase it whenever the recorded data change. */
const RECORD_VERSION = 1;

/** Caches the answers of another checker. */
export class CachingChecker implements Checker {
  private readonly path: string;
  private readonly known: Record<string, Truth>;

  constructor(private readonly checker: Checker) {
    const hash = createHash("sha256").update([RECORD_VERSION, ts.version, PYRIGHT_VERSION].join());
    for (const file of checker.files) hash.update(`${file}\0`).update(checker.text(file));
    this.path = join(ORACLES_FOLDER, `blast-${hash.digest("hex").slice(0, 24)}.json`);
    this.known = existsSync(this.path) ? JSON.parse(readFileSync(this.path, "utf8")) : {};
  }

  get files(): readonly string[] {
    return this.checker.files;
  }

  text(file: string): string {
    return this.checker.text(file);
  }

  plants(file: string, kind: PlantKind): readonly Plant[] {
    return this.checker.plants(file, kind);
  }

  async judge(plant: Plant): Promise<Truth> {
    const key = createHash("sha256").update(`${plant.file}\0${plant.text}`).digest("hex").slice(0, 24);
    const known = this.known[key];
    if (known !== undefined) return known;
    const truth = await this.checker.judge(plant);
    this.known[key] = truth;
    mkdirSync(ORACLES_FOLDER, { recursive: true });
    writeFileSync(this.path, JSON.stringify(this.known));
    return truth;
  }

  close(): void {
    this.checker.close();
  }
}
