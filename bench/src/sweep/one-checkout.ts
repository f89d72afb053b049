/**
 * `node one-checkout.js REQUEST`: checks out one commit, indexes and checks it. REQUEST is a {@link CheckoutRequest} as
 * JSON. Prints a line `step NAME` before each step, and the figures as JSON at the end. It is a separate process, so
 * that CPU time belongs to this checkout only and a deadline can end all of it.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { Clone } from "../replay/git.js";
import { linkHistory } from "./checkout.js";
import { writeCommit } from "./commit-files.js";
import type { CheckoutFigures } from "./figures.js";
import { measureCheckout } from "./measure-checkout.js";

/** Commit to check out and measure, with folders. */
export interface CheckoutRequest {
  /** A clone, bare or not. */
  readonly clone: string;
  readonly commit: string;
  /** A new folder for everything; the caller deletes it. */
  readonly folder: string;
  readonly withFloor: boolean;
}

/** Figures with the commit's date. */
export interface CheckoutAnswer extends CheckoutFigures {
  /** Date of the commit. */
  readonly date: string;
}

const { clone: path, commit, folder, withFloor }: CheckoutRequest = JSON.parse(process.argv[2] ?? "");
const clone = new Clone(path);
const date = clone.run(["log", "-1", "--format=%cs", commit]).trim();
console.log(JSON.stringify({ ...(await measure()), date } satisfies CheckoutAnswer));
process.exit(0);

async function measure(): Promise<CheckoutFigures> {
  try {
    const root = join(folder, "repository");
    mkdirSync(root, { recursive: true });
    showStep("checkout");
    const missingFiles = writeCommit(clone, commit, root).length;
    linkHistory(root, clone, commit);
    return { ...(await measureCheckout({ root, scratch: folder, onStep: showStep }, withFloor)), missingFiles };
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

function showStep(step: string): void {
  console.log(`step ${step}`);
}
