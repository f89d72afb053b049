/** Names of modules outside any repository: of Node.js and of Python's standard library. Tables of texts. */

const NODE_BUILTINS = new Set(
  (
    "assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs http " +
    "http2 https inspector module net os path perf_hooks process punycode querystring readline repl sea sqlite stream string_decoder " +
    "sys test timers tls trace_events tty url util v8 vm wasi worker_threads zlib"
  ).split(" "),
);

/** Modules of Node.js that require the `node:` prefix. */
const PREFIX_ONLY = new Set(["sea", "sqlite", "test"]);

const PYTHON_STANDARD = new Set(
  (
    "__future__ abc argparse array ast asyncio atexit base64 bdb binascii bisect builtins bz2 calendar cmath cmd code codecs codeop " +
    "collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg csv ctypes curses dataclasses " +
    "datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput " +
    "fnmatch fractions ftplib functools gc getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http imaplib imp " +
    "importlib inspect io ipaddress itertools json keyword linecache locale logging lzma mailbox marshal math mimetypes mmap " +
    "modulefinder msvcrt multiprocessing netrc numbers operator optparse os pathlib pdb pickle pickletools pkgutil platform plistlib " +
    "poplib posix pprint profile pstats pty pwd pyclbr pydoc queue quopri random re readline reprlib resource runpy sched secrets " +
    "select selectors shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string stringprep " +
    "struct subprocess symtable sys sysconfig syslog tarfile tempfile termios textwrap threading time timeit tkinter token tokenize " +
    "tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib uuid venv warnings wave weakref " +
    "webbrowser winreg wsgiref xml xmlrpc zipapp zipfile zipimport zlib zoneinfo"
  ).split(" "),
);

/** Whether a module belongs to Python's standard library. */
export function isPythonStandard(name: string): boolean {
  return PYTHON_STANDARD.has(name);
}

/** The package of a bare specifier: with its scope; `node:fs` for modules of Node.js; the origin of a URL. */
export function packageOfSpecifier(specifier: string): string {
  if (specifier.startsWith("node:")) return specifier.split("/", 1)[0] ?? specifier;
  const url = /^[a-z][a-z0-9+.-]*:(\/\/[^/]*)?/i.exec(specifier)?.[0];
  if (url !== undefined) return url;
  const [first = specifier, second] = specifier.split("/", 2);
  if (NODE_BUILTINS.has(first) && !PREFIX_ONLY.has(first)) return `node:${first}`;
  return first.startsWith("@") && second !== undefined ? `${first}/${second}` : first;
}
