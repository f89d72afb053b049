/**
 * Test process that competes with others for one store until a deadline. Arguments: folder, role, seed, milliseconds. Roles: `write` increments the
 * ledger's owner and opens the ledger again now and then; `keep` increments it in one open ledger; `read` opens the ledger, reads the count and
 * closes it; `end` reads and is killed at a random time. Prints the last count and all errors as JSON.
 */
import { openLedger } from "../../dist/index.js";

const [directory, role, seed, milliseconds] = process.argv.slice(2);
let state = Number(seed) >>> 0;
const end = Date.now() + Number(milliseconds);
const isWriter = role === "write" || role === "keep";
const faults = [];
let last = 0;
let steps = 0;

function draw(bound) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function count(ledger) {
  const found = Number(ledger.owner());
  if (found < last) faults.push(`read ${found} after ${last}`);
  last = found;
  if (!isWriter) return;
  ledger.setOwner(String(found + 1));
  last = found + 1;
}

function open() {
  return openLedger({ directory, mode: isWriter ? "write" : "read" });
}

function roundsOfLedger() {
  if (role === "keep") return Number.POSITIVE_INFINITY;
  return role === "read" ? 1 : 1 + draw(60);
}

while (Date.now() < end) {
  const ledger = open();
  const rounds = roundsOfLedger();
  let held;
  for (let round = 0; round < rounds && Date.now() < end; round++) {
    steps++;
    try {
      if (draw(3) === 0) {
        held?.close();
        held = ledger.snapshot();
      }
      count(ledger);
    } catch (error) {
      faults.push(`${error.code}: ${error.message}`);
    }
    if (draw(4) === 0) await pause(draw(3));
    if (role === "end" && draw(100) === 0) process.kill(process.pid, "SIGKILL");
  }
  held?.close();
  await ledger.close();
}
process.stdout.write(JSON.stringify({ role, last, steps, faults: faults.slice(0, 5) }));
