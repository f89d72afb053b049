/** Exchanges two folders for links, again and again, until it is killed: `src` for one that leads outside, `deep` for one into git's hooks. */
import { renameSync, symlinkSync, unlinkSync } from "node:fs";
import process from "node:process";

const [source, outside, deep, hooks] = process.argv.slice(2);

function exchange(folder, target) {
  renameSync(folder, `${folder}.away`);
  symlinkSync(target, folder);
  unlinkSync(folder);
  renameSync(`${folder}.away`, folder);
}

process.send("begun");
for (;;) {
  exchange(source, outside);
  exchange(deep, hooks);
}
