/** Effects of calls into Go's standard library, by the path of its packages. */
import type { EffectTable } from "../../../extract/behaviour/effect-table.js";

/**
 * Side effects of functions of the standard library, by package: files, processes, the network, the environment and
 * time.
 */
export const EFFECT_TABLE: EffectTable = {
  os: {
    "reads file": "Open ReadFile Readlink",
    "writes file": "Create CreateTemp WriteFile OpenFile Rename Truncate Chmod Chown Chtimes Link Symlink",
    "deletes file": "Remove RemoveAll",
    "checks file": "Stat Lstat",
    "reads directory": "ReadDir",
    "creates directory": "Mkdir MkdirAll MkdirTemp",
    "spawns process": "StartProcess",
    "exits process": "Exit",
    "reads env": "Getenv LookupEnv Environ ExpandEnv",
    "writes env": "Setenv Unsetenv Clearenv",
  },
  "io/ioutil": { "reads file": "ReadFile", "writes file": "WriteFile TempFile", "reads directory": "ReadDir" },
  "path/filepath": { "reads directory": "Walk WalkDir Glob", "checks file": "EvalSymlinks" },
  "os/exec": { "spawns process": "Command CommandContext" },
  syscall: { "spawns process": "Exec ForkExec", "exits process": "Kill" },
  net: {
    "network request": "Dial DialTimeout DialTCP DialUDP",
    "listens on network": "Listen ListenPacket ListenTCP ListenUDP",
  },
  "net/http": {
    "network request": "Get Post PostForm Head Do",
    "listens on network": "ListenAndServe ListenAndServeTLS Serve ServeTLS",
  },
  "database/sql": {
    "database call": "Open Query QueryContext QueryRow QueryRowContext Exec ExecContext Begin BeginTx Ping",
  },
  fmt: { "writes console": "Print Printf Println", "reads console": "Scan Scanf Scanln" },
  log: { logs: "Print Printf Println", "exits process": "Fatal Fatalf Fatalln" },
  "log/slog": { logs: "Debug Info Warn Error Log" },
};
