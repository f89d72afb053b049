/** Times discovery: `node bench/discover.mjs <root>…` after a build. Target: 1,500 files in 20 ms once the disk cache is warm. */
import { discoverFiles } from "../dist/workspace/index.js";

for (const root of process.argv.slice(2)) {
  const times = Array.from({ length: 20 }, () => {
    const started = performance.now();
    discoverFiles(root);
    return performance.now() - started;
  }).sort((a, b) => a - b);
  const { files, directories, skipped } = discoverFiles(root);
  const counts = `${files.length} files, ${directories.length} directories, ${skipped.length} skipped`;
  process.stdout.write(`${root}: ${counts}; ms best ${times[0].toFixed(1)}, median ${times[10].toFixed(1)}\n`);
}
