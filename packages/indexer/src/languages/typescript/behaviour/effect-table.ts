/** Effects of calls into Node.js, the browser and common packages. A table, not code. */
import type { EffectTable } from "../../../extract/behaviour/effect-table.js";

const FILE_CALLS = {
  "reads file":
    "readFile readFileSync createReadStream readv readvSync readJson readJsonSync readJSON readJSONSync readLines read readSync watch watchFile",
  "writes file":
    "writeFile writeFileSync appendFile appendFileSync createWriteStream write writeSync writev copyFile copyFileSync cp cpSync copy copySync rename renameSync move moveSync truncate truncateSync ftruncate chmod chmodSync chown utimes utimesSync symlink symlinkSync link linkSync outputFile outputFileSync outputJson writeJson writeJsonSync writeJSON ensureFile ensureFileSync",
  "deletes file": "unlink unlinkSync rm rmSync rmdir rmdirSync remove removeSync emptyDir emptyDirSync",
  "checks file":
    "access accessSync exists existsSync stat statSync lstat lstatSync fstat fstatSync realpath realpathSync pathExists pathExistsSync",
  "reads directory": "readdir readdirSync opendir opendirSync glob globSync",
  "creates directory": "mkdir mkdirSync mkdtemp mkdtempSync mkdirs mkdirp ensureDir ensureDirSync",
  "opens file, mode at 1": "open openSync",
} as const;

const CONSOLE_CALLS = {
  "writes console":
    "log info warn error debug trace dir dirxml table group groupCollapsed groupEnd timeEnd timeLog count",
} as const;

const PROCESS_CALLS = {
  "exits process": "exit abort kill reallyExit",
} as const;

const HTTP_CALLS = { "network request": "request get", "listens on network": "createServer listen" } as const;
const ANY_REQUEST = { "network request": "() *" } as const;
const LOGGER_CALLS = {
  logs: "trace debug verbose info notice http warn warning error fatal critical alert log silly",
} as const;
const SQL_CALLS = {
  "database call":
    "query execute connect batch run all get each exec raw prepare transaction begin commit rollback unsafe",
} as const;
const STORE_CALLS = {
  "reads browser storage": "getItem key get getAll",
  "writes browser storage": "setItem removeItem clear set remove put add delete",
} as const;

const DOCUMENT_STORE =
  "connect find findOne findById findByPk findAll findMany findUnique findFirst findOneAndUpdate findOneAndDelete findOrCreate aggregate insert insertOne insertMany create createMany bulkCreate bulkWrite update updateOne updateMany upsert replaceOne delete deleteOne deleteMany destroy save count countDocuments distinct query transaction sync authenticate $transaction $queryRaw $executeRaw $connect";

/** Effects by origin and last name, for calls of Node.js, browsers and common packages. */
export const EFFECT_TABLE: EffectTable = {
  fs: FILE_CALLS,
  "fs/promises": FILE_CALLS,
  "fs-extra": FILE_CALLS,
  "graceful-fs": FILE_CALLS,
  rimraf: { "deletes file": "() *" },
  mkdirp: { "creates directory": "() *" },
  "fast-glob": { "reads directory": "() *" },
  globby: { "reads directory": "() *" },
  glob: { "reads directory": "() *" },
  "global:Deno": {
    "reads file": "readFile readFileSync readTextFile readTextFileSync",
    "writes file": "writeFile writeFileSync writeTextFile writeTextFileSync copyFile rename",
    "deletes file": "remove removeSync",
    "checks file": "stat statSync lstat",
    "reads directory": "readDir readDirSync",
    "creates directory": "mkdir mkdirSync makeTempDir",
    "spawns process": "run Command",
    "exits process": "exit",
    "listens on network": "serve listen",
  },
  "global:Bun": {
    "reads file": "file",
    "writes file": "write",
    "spawns process": "spawn spawnSync",
    "listens on network": "serve",
  },
  child_process: { "spawns process": "exec execSync execFile execFileSync spawn spawnSync fork" },
  execa: { "spawns process": "() *" },
  "cross-spawn": { "spawns process": "() *" },
  shelljs: { "spawns process": "exec", "deletes file": "rm", "writes file": "cp mv", "creates directory": "mkdir" },
  worker_threads: { "spawns process": "Worker" },
  cluster: { "spawns process": "fork" },
  "global:Worker": { "spawns process": "()" },
  process: PROCESS_CALLS,
  "global:process": PROCESS_CALLS,
  "global:process.stdout": { "writes console": "write" },
  "global:process.stderr": { "writes console": "write" },
  "global:process.stdin": { "reads console": "on once read resume pipe" },
  readline: { "reads console": "createInterface question" },
  "readline/promises": { "reads console": "createInterface question" },
  inquirer: { "reads console": "prompt" },
  prompts: { "reads console": "()" },
  "global:prompt": { "reads console": "()" },
  console: CONSOLE_CALLS,
  "global:console": CONSOLE_CALLS,
  "global:fetch": { "network request": "()" },
  "global:XMLHttpRequest": { "network request": "() send" },
  "global:WebSocket": { "network request": "() send" },
  "global:EventSource": { "network request": "()" },
  "global:navigator": { "network request": "sendBeacon" },
  http: HTTP_CALLS,
  https: HTTP_CALLS,
  http2: { "network request": "connect request", "listens on network": "createServer createSecureServer listen" },
  net: { "network request": "connect createConnection", "listens on network": "createServer listen" },
  tls: { "network request": "connect", "listens on network": "createServer listen" },
  dgram: { "network request": "send", "listens on network": "bind" },
  dns: { "network request": "lookup resolve resolve4 resolve6 resolveTxt resolveMx reverse" },
  "dns/promises": { "network request": "lookup resolve resolve4 resolve6 resolveTxt resolveMx reverse" },
  axios: { "network request": "() get post put patch delete head options request postForm putForm patchForm" },
  "node-fetch": { "network request": "()" },
  "cross-fetch": { "network request": "() fetch" },
  "isomorphic-fetch": { "network request": "()" },
  undici: { "network request": "fetch request stream pipeline connect" },
  got: ANY_REQUEST,
  ky: ANY_REQUEST,
  superagent: ANY_REQUEST,
  needle: ANY_REQUEST,
  request: ANY_REQUEST,
  ws: { "network request": "WebSocket send ()", "listens on network": "WebSocketServer Server" },
  "socket.io-client": { "network request": "() io connect emit" },
  nodemailer: { "network request": "sendMail" },
  express: { "listens on network": "listen" },
  fastify: { "listens on network": "listen" },
  koa: { "listens on network": "listen" },
  pg: SQL_CALLS,
  postgres: { "database call": "() begin unsafe" },
  mysql: SQL_CALLS,
  mysql2: SQL_CALLS,
  sqlite3: SQL_CALLS,
  sqlite: SQL_CALLS,
  "better-sqlite3": SQL_CALLS,
  "@libsql/client": SQL_CALLS,
  mssql: SQL_CALLS,
  oracledb: SQL_CALLS,
  knex: { "database call": "() *" },
  mongodb: { "database call": DOCUMENT_STORE },
  mongoose: { "database call": DOCUMENT_STORE },
  sequelize: { "database call": DOCUMENT_STORE },
  typeorm: { "database call": DOCUMENT_STORE },
  "@prisma/client": { "database call": DOCUMENT_STORE },
  redis: { "database call": "connect get set del hGet hSet hGetAll expire incr publish subscribe sendCommand" },
  ioredis: { "database call": "connect get set del hget hset hgetall expire incr publish subscribe setex mget mset" },
  lmdb: { "database call": "open openDB get put putSync remove removeSync transaction transactionSync getRange" },
  level: { "database call": "get put del batch iterator" },
  "global:localStorage": STORE_CALLS,
  "global:sessionStorage": STORE_CALLS,
  "global:indexedDB": { "writes browser storage": "deleteDatabase", "reads browser storage": "open" },
  pino: LOGGER_CALLS,
  winston: LOGGER_CALLS,
  log4js: LOGGER_CALLS,
  bunyan: LOGGER_CALLS,
  loglevel: LOGGER_CALLS,
  consola: LOGGER_CALLS,
  "global:eval": { "runs code from text": "()" },
  "global:Function": { "runs code from text": "()" },
  vm: { "runs code from text": "runInContext runInNewContext runInThisContext Script compileFunction" },
};
