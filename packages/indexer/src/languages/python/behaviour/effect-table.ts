/** Effects of calls into the standard library and common packages, by dotted origin. */
import type { EffectTable } from "../../../extract/behaviour/effect-table.js";

const PATH_CALLS = {
  "reads file": "read_text read_bytes",
  "writes file": "write_text write_bytes touch rename replace chmod symlink_to hardlink_to link_to",
  "deletes file": "unlink rmdir",
  "checks file": "exists is_file is_dir is_symlink stat lstat resolve samefile",
  "reads directory": "iterdir glob rglob walk",
  "creates directory": "mkdir",
  "opens file, mode at 0": "open",
} as const;

const STREAM_OUT = { "writes console": "write writelines" } as const;
const SPAWNED = "run call check_call check_output Popen getoutput getstatusoutput communicate";
const VERBS = "get post put patch delete head options request send stream";
const SQL_CALLS = {
  "database call":
    "connect execute executemany executescript fetchone fetchall fetchmany fetch fetchrow fetchval commit rollback create_pool",
} as const;
const STORE_CALLS = {
  "database call":
    "find find_one find_one_and_update insert_one insert_many update_one update_many replace_one delete_one delete_many aggregate count_documents bulk_write distinct",
} as const;

/** Effects by origin and last name, for calls of the standard library and common packages. */
export const EFFECT_TABLE: EffectTable = {
  "global:open": { "opens file, mode at 1": "()" },
  "io.open": { "opens file, mode at 1": "()" },
  io: { "opens file, mode at 1": "open open_code" },
  codecs: { "opens file, mode at 1": "open" },
  gzip: { "opens file, mode at 1": "open GzipFile" },
  bz2: { "opens file, mode at 1": "open BZ2File" },
  lzma: { "opens file, mode at 1": "open LZMAFile" },
  zipfile: { "opens file, mode at 1": "ZipFile", "writes file": "extractall extract write writestr" },
  tarfile: { "opens file, mode at 1": "open TarFile", "writes file": "extractall extract add" },
  aiofiles: { "opens file, mode at 1": "open" },
  fileinput: { "reads file": "input FileInput" },
  tempfile: {
    "writes file": "NamedTemporaryFile TemporaryFile SpooledTemporaryFile mkstemp",
    "creates directory": "mkdtemp TemporaryDirectory",
  },
  pathlib: PATH_CALLS,
  os: {
    "writes file": "rename renames replace link symlink truncate chmod chown utime write mknod",
    "reads file": "read readlink open",
    "deletes file": "remove unlink rmdir removedirs",
    "checks file": "stat lstat access",
    "reads directory": "listdir scandir walk fwalk",
    "creates directory": "mkdir makedirs",
    "spawns process":
      "system popen spawnl spawnle spawnlp spawnv spawnve spawnvp posix_spawn fork forkpty startfile execv execve execvp execl execlp",
    "exits process": "_exit abort kill killpg",
    "reads env": "getenv getenvb",
    "writes env": "putenv unsetenv",
  },
  "os.environ": { "reads env": "get copy items keys values", "writes env": "setdefault pop update clear" },
  "os.path": {
    "checks file": "exists isfile isdir islink getsize getmtime getctime getatime lexists samefile realpath",
  },
  glob: { "reads directory": "glob iglob" },
  shutil: {
    "writes file": "copy copy2 copyfile copyfileobj copymode copystat copytree move chown make_archive unpack_archive",
    "deletes file": "rmtree",
    "checks file": "which disk_usage",
  },
  subprocess: { "spawns process": SPAWNED },
  "asyncio.subprocess": { "spawns process": "create_subprocess_exec create_subprocess_shell" },
  asyncio: {
    "spawns process": "create_subprocess_exec create_subprocess_shell",
    "network request": "open_connection open_unix_connection",
    "listens on network": "start_server start_unix_server",
  },
  multiprocessing: { "spawns process": "Process Pool start" },
  "concurrent.futures": { "spawns process": "ProcessPoolExecutor" },
  pty: { "spawns process": "spawn fork" },
  sh: { "spawns process": "() *" },
  pexpect: { "spawns process": "spawn run" },
  "global:print": { "writes console": "()" },
  "global:input": { "reads console": "()" },
  "global:exit": { "exits process": "()" },
  "global:quit": { "exits process": "()" },
  "global:eval": { "runs code from text": "()" },
  "global:exec": { "runs code from text": "()" },
  builtins: { "opens file, mode at 1": "open", "writes console": "print", "reads console": "input" },
  sys: { "exits process": "exit" },
  "sys.stdout": STREAM_OUT,
  "sys.stderr": STREAM_OUT,
  "sys.stdin": { "reads console": "read readline readlines" },
  pprint: { "writes console": "pprint pp" },
  getpass: { "reads console": "getpass" },
  click: { "writes console": "echo secho", "reads console": "prompt confirm" },
  "rich.print": { "writes console": "()" },
  logging: { logs: "debug info warning warn error exception critical fatal log" },
  loguru: { logs: "debug info warning error exception critical log success trace" },
  structlog: { logs: "debug info warning error exception critical log msg" },
  warnings: { logs: "warn warn_explicit" },
  socket: {
    "network request": "connect connect_ex create_connection send sendall sendto recv getaddrinfo gethostbyname",
    "listens on network": "bind listen create_server",
  },
  ssl: { "network request": "get_server_certificate connect" },
  socketserver: { "listens on network": "serve_forever" },
  "http.client": { "network request": "request getresponse connect" },
  "http.server": { "listens on network": "serve_forever" },
  "wsgiref.simple_server": { "listens on network": "serve_forever make_server" },
  "urllib.request": { "network request": "urlopen urlretrieve open" },
  urllib2: { "network request": "urlopen" },
  urllib3: { "network request": "request urlopen" },
  requests: { "network request": VERBS },
  httpx: { "network request": VERBS },
  aiohttp: { "network request": `${VERBS} ws_connect`, "listens on network": "run_app" },
  httplib2: { "network request": "request" },
  websockets: { "network request": "connect send recv", "listens on network": "serve" },
  ftplib: { "network request": "FTP connect login storbinary retrbinary" },
  smtplib: { "network request": "SMTP SMTP_SSL connect login sendmail send_message" },
  paramiko: { "network request": "connect exec_command" },
  boto3: {
    "network request":
      "get_object put_object upload_file download_file send_message publish invoke get_item put_item query scan",
  },
  grpc: { "network request": "insecure_channel secure_channel" },
  uvicorn: { "listens on network": "run" },
  flask: { "listens on network": "run" },
  sqlite3: SQL_CALLS,
  aiosqlite: SQL_CALLS,
  psycopg: SQL_CALLS,
  psycopg2: SQL_CALLS,
  asyncpg: SQL_CALLS,
  pymysql: SQL_CALLS,
  MySQLdb: SQL_CALLS,
  "mysql.connector": SQL_CALLS,
  cx_Oracle: SQL_CALLS,
  oracledb: SQL_CALLS,
  pyodbc: SQL_CALLS,
  duckdb: SQL_CALLS,
  "django.db": { "database call": "execute executemany cursor commit rollback" },
  "django.db.connection": { "database call": "execute executemany cursor commit rollback" },
  sqlalchemy: { "database call": "execute scalar scalars commit rollback flush connect begin" },
  pymongo: STORE_CALLS,
  motor: STORE_CALLS,
  redis: {
    "database call": "get set delete hget hset hgetall expire incr publish subscribe execute_command mget mset setex",
  },
  shelve: { "writes file": "open" },
  dbm: { "writes file": "open" },
};
