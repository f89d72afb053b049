/**
 * Stack traces of one failure as runtimes, test runners, frameworks and services print it: `query` at line 7 of `app/db`, called by `run` at line 9 of
 * `app/run`. And what logs, terminals and web pages do to such a text.
 */

/** A trace as one tool prints it. */
export interface TraceForm {
  readonly name: string;
  readonly text: string;
}

const PYTHON: readonly TraceForm[] = [
  {
    name: "Python",
    text: `Traceback (most recent call last):
  File "/srv/app/run.py", line 9, in run
    query(key)
    ~~~~~^^^^^
  File "/srv/app/db.py", line 7, in query
    raise KeyError(key)
KeyError: 'a'`,
  },
  {
    name: "Python, frames of a script and of a generator",
    text: `Traceback (most recent call last):
  File "<string>", line 1, in <module>
  File "/srv/app/run.py", line 9, in run
  File "/srv/app/db.py", line 7, in query.<locals>.<genexpr>
  File "<frozen importlib._bootstrap>", line 241, in _call_with_frames_removed
KeyError: 'a'`,
  },
  {
    name: "Python on Windows",
    text: String.raw`Traceback (most recent call last):
  File "C:\Users\me\My Apps\app\run.py", line 9, in run
    query(key)
  File "C:\Users\me\My Apps\app\db.py", line 7, in query
    raise KeyError(key)`,
  },
  {
    name: "faulthandler",
    text: `Thread 0x00007f (most recent call first):
  File "/srv/app/db.py", line 7 in query
  File "/srv/app/run.py", line 9 in run`,
  },
  {
    name: "py-spy",
    text: `Thread 12345 (active): "MainThread"
    query (app/db.py:7)
    run (app/run.py:9)`,
  },
  {
    name: "pytest, long",
    text: `    def run(key):
>       query(key)

app/run.py:9: 
_ _ _ _ _ _ _ _ _ _

key = 'a'

    def query(key):
>       raise KeyError(key)
E       KeyError: 'a'

app/db.py:7: KeyError`,
  },
  {
    name: "pytest, short",
    text: `app/run.py:9: in run
    query(key)
app/db.py:7: in query
    raise KeyError(key)
E   KeyError: 'a'`,
  },
  {
    name: "IPython",
    text: `---------------------------------------------------------------------------
KeyError                                  Traceback (most recent call last)
Cell In[3], line 1
----> 1 run("a")

File ~/app/run.py:9, in run(key)
      8 def run(key):
----> 9     query(key)

File ~/app/db.py:7, in query(key)
      6 def query(key):
----> 7     raise KeyError(key)

KeyError: 'a'`,
  },
  {
    name: "IPython before 8",
    text: `KeyError                                  Traceback (most recent call last)
<ipython-input-3-abc> in <module>
----> 1 run("a")

~/app/run.py in run(key)
      8 def run(key):
----> 9     query(key)

~/app/db.py in query(key)
      6 def query(key):
----> 7     raise KeyError(key)`,
  },
  {
    name: "Rich",
    text: `╭───────── Traceback (most recent call last) ─────────╮
│ /srv/app/run.py:9 in run                            │
│                                                     │
│    8 def run(key):                                  │
│ ❱  9     query(key)                                 │
│                                                     │
│ /srv/app/db.py:7 in query                           │
│                                                     │
│ ❱  7     raise KeyError(key)                        │
╰─────────────────────────────────────────────────────╯
KeyError: 'a'`,
  },
  {
    name: "Rich in ASCII",
    text: `+--------- Traceback (most recent call last) ---------+
| /srv/app/run.py:9 in run                            |
|                                                     |
| /srv/app/db.py:7 in query                           |
|                                                     |
| > 7     raise KeyError(key)                         |
+-----------------------------------------------------+`,
  },
  {
    name: "loguru",
    text: `2026-07-02 15:24:12.123 | ERROR    | app.run:main:12 - failed
Traceback (most recent call last):

> File "/srv/app/run.py", line 9, in run
    query(key)
    │     └ 'a'
    └ <function query at 0x7f>

  File "/srv/app/db.py", line 7, in query
    raise KeyError(key)
                   └ 'a'`,
  },
  {
    name: "structlog and Sentry: frames as objects",
    text: `{"exception": [{"exc_type": "KeyError", "exc_value": "'a'", "frames": [{"filename": "/srv/app/run.py", "lineno": 9, "name": "run", "locals": {"key": "'a'"}}, {"filename": "/srv/app/db.py", "lineno": 7, "name": "query"}]}]}`,
  },
  {
    name: "Sentry's event",
    text: `"stacktrace": {
  "frames": [
    {
      "filename": "app/run.py",
      "abs_path": "/srv/app/run.py",
      "function": "run",
      "module": "app.run",
      "lineno": 9,
      "pre_context": ["", "def run(key):"],
      "context_line": "    query(key)"
    },
    {
      "filename": "app/db.py",
      "abs_path": "/srv/app/db.py",
      "function": "query",
      "lineno": 7
    }
  ]
}`,
  },
  {
    name: "Sentry's page",
    text: `KeyError: 'a'
  File "app/run.py", line 9, in run
    query(key)
  File "app/db.py", line 7, in query
    raise KeyError(key)`,
  },
  {
    name: "Sentry in an issue",
    text: `app/run.py in run at line 9
app/db.py in query at line 7`,
  },
  {
    name: "Django's page",
    text: `Traceback Switch to copy-and-paste view
/srv/app/run.py, line 9, in run
                query(key) …
Local vars
/srv/app/db.py, line 7, in query
                raise KeyError(key) …
Local vars`,
  },
  {
    name: "Django's page before 3",
    text: `Traceback:

File "/srv/app/run.py" in run
  9.     query(key)

File "/srv/app/db.py" in query
  7.     raise KeyError(key)`,
  },
  {
    name: "Django's page, as seen",
    text: `/srv/app/run.py in run
    query(key) ...
 9.
/srv/app/db.py in query, line 7`,
  },
  {
    name: "Werkzeug's page",
    text: `<div class="traceback"><ul><li><div class="frame" id="frame-1"><h4>File <cite class="filename">"/srv/app/run.py"</cite>, line <em class="line">9</em>, in <code class="function">run</code></h4></div>
<li><div class="frame" id="frame-2"><h4>File <cite class="filename">"/srv/app/db.py"</cite>, line <em class="line">7</em>, in <code class="function">query</code></h4></div></ul>`,
  },
  {
    name: "AWS Lambda",
    text: String.raw`{"errorMessage": "'a'", "errorType": "KeyError", "stackTrace": ["  File \"/var/task/app/run.py\", line 9, in run\n    query(key)\n", "  File \"/var/task/app/db.py\", line 7, in query\n    raise KeyError(key)\n"]}`,
  },
  {
    name: "AWS Lambda, Python 2",
    text: `{"stackTrace": [["/var/task/app/run.py", 9, "run", "query(key)"], ["/var/task/app/db.py", 7, "query", "raise KeyError(key)"]], "errorType": "KeyError"}`,
  },
  {
    name: "repr of a trace",
    text: String.raw`('Traceback (most recent call last):\n  File "/srv/app/run.py", line 9, in run\n    query(key)\n  File "/srv/app/db.py", line 7, in query\n    raise KeyError(key)\nKeyError: \'a\'\n',)`,
  },
  {
    name: "pdb",
    text: `  /srv/app/run.py(9)run()
-> query(key)
> /srv/app/db.py(7)query()
-> raise KeyError(key)`,
  },
  {
    name: "Twisted",
    text: `Unhandled error in Deferred:
/srv/app/run.py:9:run
/srv/app/db.py:7:query`,
  },
  {
    name: "Cython",
    text: `  File "/srv/app/run.py", line 9, in run
  File "app/db.py", line 7, in app.db.query`,
  },
];

const NODE: readonly TraceForm[] = [
  {
    name: "Node",
    text: `/srv/app/db.js:7
    throw new KeyError(key);
    ^

KeyError: a
    at query (/srv/app/db.js:7:11)
    at async run (/srv/app/run.js:9:3)
    at async Promise.all (index 0)
    at new Promise (<anonymous>)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
    at Module._compile (internal/modules/cjs/loader.js:1015:30)`,
  },
  {
    name: "Node, of modules, with an alias, on Windows",
    text: String.raw`KeyError: a
    at Object.query [as find] (file:///C:/srv/app/db.mjs:7:11)
    at Object.run (C:\srv\My Apps\app\run.mjs:9:3)`,
  },
  {
    name: "Node, inspected in parts",
    text: String.raw`{
  stack: 'KeyError: a\n' +
    '    at query (/srv/app/db.js:7:11)\n' +
    '    at run (/srv/app/run.js:9:3)',
  code: 'E_KEY'
}`,
  },
  {
    name: "AWS Lambda, Node",
    text: `{"errorType":"KeyError","errorMessage":"a","trace":["KeyError: a","    at query (/var/task/app/db.js:7:11)","    at run (/var/task/app/run.js:9:3)"]}`,
  },
  {
    name: "AWS Lambda, Node, broken into lines",
    text: `  "stack": [
    "KeyError: a",
    "    at query (/var/task/app/db.js:7:11)",
    "    at run (/var/task/app/run.js:9:3)"
  ]`,
  },
  {
    name: "Chrome",
    text: `Uncaught (in promise) KeyError: a
    at query (http://localhost:3000/app/db.js?t=1700000000:7:11)
    at run (http://localhost:3000/app/run.js?v=abc123:9:3)`,
  },
  {
    name: "Chrome's console",
    text: `db.js:7 Uncaught KeyError: a
query @ app/db.js:7
run @ app/run.js?ab12:9
(anonymous) @ VM123:1`,
  },
  {
    name: "Firefox and Safari",
    text: `query@http://localhost:3000/app/db.js:7:11
run@http://localhost:3000/app/run.js:9:3
@debugger eval code:1:1
[native code]`,
  },
  {
    name: "Chrome's console, as a table",
    text: `  | query | @ | app/db.js:7
  | ./app/run.js.run | @ | app/run.js:9
  | (anonymous) | @ | app/main.js:1`,
  },
  {
    name: "a console that writes places first",
    text: `app/db.js:7:11 query
app/run.js:9:3 exports.run`,
  },
  {
    name: "Firefox's console",
    text: `Uncaught KeyError: a
    query http://localhost:3000/app/db.js:7
    run http://localhost:3000/app/run.js:9`,
  },
  {
    name: "webpack's eval",
    text: `    at query (webpack-internal:///./app/db.js:7:11)
    at Module.run (webpack://shop/./app/run.js?:9:3)`,
  },
  {
    name: "eval",
    text: `    at query (eval at ./app/db.js (http://localhost:3000/bundle.js:50:1), <anonymous>:7:11)
    at run (webpack:///./app/run.js?:9:3)`,
  },
  {
    name: "React Native",
    text: `query@http://localhost:8081/app/db.js:7:11
run@http://localhost:8081/app/run.js:9:3
- node_modules/react-native/Libraries/Core/Timers/JSTimers.js:214:17 in _callTimer`,
  },
  {
    name: "Expo",
    text: `- app/db.js:7:11 in query
- app/run.js:9:3 in run
* [native code]:null in flushedQueue`,
  },
  {
    name: "Deno",
    text: `error: Uncaught (in promise) KeyError: a
    throw new KeyError(key);
          ^
    at query (file:///srv/app/db.ts:7:11)
    at async run (https://deno.land/x/shop@1.0.0/app/run.ts:9:3)
    at ext:core/01_core.js:150:9`,
  },
  {
    name: "Bun",
    text: `7 |   throw new KeyError(key);
          ^
error: a
      at query (/srv/app/db.ts:7:11)
      at run (/srv/app/run.ts:9:3)`,
  },
  {
    name: "Jest",
    text: `  ● shop › finds

    KeyError: a

      5 | export function query(key) {
    > 7 |   throw new KeyError(key);
        |         ^

      at query (app/db.js:7:11)
      at run (app/run.js:9:3)
      at Object.<anonymous> (node_modules/jest-circus/build/run.js:1:2)`,
  },
  {
    name: "Vitest",
    text: ` FAIL  test/shop.test.ts > finds
KeyError: a
 ❯ query app/db.ts:7:11
      5| export function query(key) {
      7|   throw new KeyError(key);
       |         ^
 ❯ Object.run app/run.ts:9:3`,
  },
  {
    name: "AVA",
    text: `  KeyError: a
  › query (app/db.js:7:11)
  › run (file:///srv/app/run.js:9:3)`,
  },
  {
    name: "TAP",
    text: `not ok 1 - finds
  ---
  stack: |-
    query (app/db.js:7:11)
    Test.run (app/run.js:9:3)
  ...`,
  },
  {
    name: "Next.js",
    text: ` ⨯ app/db.ts (7:11) @ query
 ⨯ app/run.ts (9:3) @ run
> 7 |   throw new KeyError(key);`,
  },
  {
    name: "Next.js with server components",
    text: `    at query (rsc://React/Server/webpack-internal:///(rsc)/./app/db.ts?12:7:11)
    at run (about://React/Server/file:///srv/app/run.ts?13:9:3)`,
  },
  {
    name: "Electron",
    text: `    at query (/Applications/My Shop.app/Contents/Resources/app.asar/app/db.js:7:11)
    at run (/Applications/My Shop.app/Contents/Resources/app.asar/app/run.js:9:3)`,
  },
  {
    name: "source-map-support of old",
    text: `    at query (/srv/app/db.ts:7:11)
    at run (/srv/app/run.ts:9:3)`,
  },
  {
    name: "Bugsnag's event",
    text: `"stacktrace":[{"file":"app/db.js","lineNumber":7,"columnNumber":11,"method":"query"},{"file":"app/run.js","lineNumber":9,"method":"run"}]`,
  },
  {
    name: "React's components",
    text: `    in query (at app/db.jsx:7)
    in run (at app/run.jsx:9)
    in div (created by Shop)`,
  },
  {
    name: "Sentry of JavaScript",
    text: `  at query (app/db.js:7:11)
  at run (app/run.js:9:3)`,
  },
];

const GO: readonly TraceForm[] = [
  {
    name: "Go",
    text: `panic: no key [recovered]

goroutine 1 [running]:
panic({0x1, 0x2})
	/usr/local/go/src/runtime/panic.go:884 +0x213
example.org/shop/app.query({0xc0, 0x1}, ...)
	/srv/app/db.go:7 +0x1d
example.org/shop/app.run[...](0x0)
	/srv/app/run.go:9 +0x1d
created by net/http.(*Server).Serve in goroutine 7
	/usr/local/go/src/net/http/server.go:3086 +0x5cb
exit status 2`,
  },
  {
    name: "Go, in a closure, started by a function",
    text: `goroutine 7 [running]:
example.org/shop/app.query.func1()
	/srv/app/db.go:7 +0x1d
created by example.org/shop/app.run in goroutine 1
	/srv/app/run.go:9 +0x1d`,
  },
  {
    name: "Go's race detector",
    text: `==================
WARNING: DATA RACE
Write at 0x00c0000b4010 by goroutine 7:
  example.org/shop/app.query()
      /srv/app/db.go:7 +0x44
  example.org/shop/app.run()
      /srv/app/run.go:9 +0x1d
==================`,
  },
  {
    name: "zap",
    text: String.raw`{"level":"error","msg":"no key","stacktrace":"example.org/shop/app.query\n\t/srv/app/db.go:7\nexample.org/shop/app.run\n\t/srv/app/run.go:9"}`,
  },
  {
    name: "pkg/errors",
    text: `no key
example.org/shop/app.query
	/srv/app/db.go:7
example.org/shop/app.run
	/srv/app/run.go:9
runtime.goexit
	/usr/local/go/src/runtime/asm_amd64.s:1594`,
  },
  {
    name: "gin's recovery",
    text: `/srv/app/db.go:7 (0x47f52b3)
	query: panic("no key")
/srv/app/run.go:9 (0x47f52b3)
	run: query(key)`,
  },
  {
    name: "chi's recoverer",
    text: ` panic: no key

 -> example.org/shop/app.query
 ->   /srv/app/db.go:7

    example.org/shop/app.run
      /srv/app/run.go:9`,
  },
  {
    name: "zerolog",
    text: `{"level":"error","stack":[{"func":"query","line":"7","source":"app/db.go"},{"func":"run","line":"9","source":"app/run.go"}]}`,
  },
  {
    name: "Go's profiles",
    text: `#	0x4d4ae7	example.org/shop/app.query+0x1d	/srv/app/db.go:7
#	0x4d4ae8	example.org/shop/app.run+0x1d	/srv/app/run.go:9`,
  },
  {
    name: "Delve",
    text: `0  0x0000000000463be1 in example.org/shop/app.query
   at ./app/db.go:7
1  0x0000000000463be2 in example.org/shop/app.run
   at ./app/run.go:9`,
  },
];

export const TRACE_FORMS: readonly TraceForm[] = [...PYTHON, ...NODE, ...GO];

/** What a log, a terminal or a web page does to a text. */
export interface TraceDecoration {
  readonly name: string;
  readonly apply: (text: string) => string;
}

function prefixed(name: string, prefix: string): TraceDecoration {
  return {
    name,
    apply: (text) =>
      text
        .split("\n")
        .map((line) => `${prefix}${line}`)
        .join("\n"),
  };
}

const asJson = (text: string): string => JSON.stringify({ level: "error", message: text, severity: "ERROR" });

export const DECORATIONS: readonly TraceDecoration[] = [
  { name: "nothing", apply: (text) => text },
  { name: "Windows breaks", apply: (text) => text.replaceAll("\n", "\r\n") },
  prefixed("a quote", "> "),
  prefixed("a quote of a quote", "> > "),
  prefixed("an indent", "        "),
  prefixed("docker compose", "web_1  | "),
  prefixed("docker compose, in colour", "\u001b[36mshop-web-1  |\u001b[0m "),
  prefixed("kubectl", "2026-07-02T15:24:12.123456789Z "),
  prefixed("a container's log", "2026-07-02T15:24:12.123456789Z stderr F "),
  prefixed("GitHub Actions", "2026-07-02T15:24:12.1234567Z ##[error]"),
  prefixed("journald", "Jul 02 15:24:12 host-1 shop[1234]: "),
  prefixed("syslog", "2026-07-02T15:24:12+02:00 host-1 shop[1234]: "),
  prefixed("celery", "[2026-07-02 15:24:12,123: ERROR/ForkPoolWorker-1] "),
  prefixed("gunicorn", "[2026-07-02 15:24:12 +0000] [1234] [ERROR] "),
  prefixed("Airflow", "[2026-07-02, 15:24:12 UTC] {taskinstance.py:1851} ERROR - "),
  prefixed("Heroku", "2026-07-02T15:24:12.000000+00:00 app[web.1]: "),
  prefixed("logging", "2026-07-02 15:24:12,123 - shop.worker - ERROR - "),
  prefixed("a level", "ERROR: "),
  prefixed("Ray", "(Actor pid=123, ip=10.0.0.1) "),
  prefixed("torchrun", "[rank0]: "),
  prefixed("Maven-like", "[ERROR] "),
  prefixed("Gitpod", "stderr | "),
  { name: "JSON", apply: asJson },
  { name: "JSON in JSON", apply: (text) => asJson(asJson(text)) },
  {
    name: "HTML",
    apply: (text) => `<pre>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}</pre>`,
  },
  {
    name: "HTML, quotes and breaks as well",
    apply: (text) =>
      text
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll(">", "&gt;")
        .replaceAll('"', "&quot;")
        .replaceAll("'", "&#39;")
        .replaceAll("\n", "<br/>\n"),
  },
  {
    name: "a box",
    apply: (text) =>
      text
        .split("\n")
        .map((line) => `│ ${line.padEnd(90)} │`)
        .join("\n"),
  },
  { name: "cut at its end", apply: (text) => `${text}\n  ...` },
];
