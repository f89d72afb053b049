/** Side effects and guards of Python symbols, and code that has none. */
import { expect, test } from "vitest";
import { behaviourOfSource } from "../behaviour-text.js";
import { pageOf } from "./facts-of.js";

function check(source: string, expected: string): void {
  expect(behaviourOfSource(pageOf(source.replace(/^\n/, "")))).toBe(expected.trim());
}

test("calls have the effects of their module, under any name", () => {
  check(
    `
import os, shutil as sh
import os.path
from pathlib import Path
from subprocess import run as execute
from urllib.request import urlopen
import requests

def everything(path: Path, name):
    open(name)
    with open(name, "wb") as out:
        out.write(b"")
    path.read_text()
    (path / "x").unlink()
    Path(name).mkdir()
    os.path.exists(name)
    os.remove(name)
    sh.rmtree(name)
    execute(["ls"])
    urlopen("http://x")
    requests.Session().get("http://x")
    print(name)
`,
    `
everything
  reads file @9
  writes file @10
  deletes file @13
  creates directory @14
  checks file @15
  spawns process @18
  network request @19
  writes console @21`,
  );
});

test("a name alone has no effect: names of the file, parameters, modules of the package", () => {
  check(
    `
from . import os
from .requests import get

def print(text): ...

def nothing(open, session):
    open("x", "w")
    session.get("x")
    print("x")
    os.remove("x")
    get("x")
`,
    "",
  );
});

test("effects name environment variables that the source names", () => {
  check(
    `
import os
from os import environ, getenv

def env(key):
    os.environ["A"] = os.environ["B"]
    del os.environ["C"]
    os.environ.setdefault("D", "x")
    getenv("E"), environ.get("F"), os.getenv(key)
`,
    `
env
  writes env A @5
  reads env B @5
  writes env C @6
  writes env D @7
  reads env E @8
  reads env F @8
  reads env @8`,
  );
});

test("writes to shared state are effects: attributes, items, variables of the module", () => {
  check(
    `
from collections import defaultdict
CACHE = {}
counts = defaultdict(int)
total = 0

class Store:
    made = 0
    def __init__(self):
        self.items = []
        self.items.append(0)
    def add(self, key, other):
        global total
        self.items.append(key)
        self.index[key] = 1
        del self.index[key]
        CACHE[key] = 1
        counts[key] += 1
        total += 1
        other.value = 1
        local = []
        local.append(key)
    @classmethod
    def count(cls):
        cls.made += 1
`,
    `
Store.add
  mutates self.items @13
  mutates self.index @14
  mutates CACHE @16
  mutates counts @17
  mutates total @18
Store.count
  mutates Store.made @24`,
  );
});

test("a guard at the top of a body is a requirement; other conditions are stored as written", () => {
  check(
    `
def f(a, b=None):
    if not 0 < a <= 10:
        raise ValueError("a")
    if b is None or not b.ok:
        raise TypeError
    if a < 1 or a > 5:
        raise errors.OutOfRange(a)
    if a == 3 and b == "x":
        raise Clash()
    if a == 4:
        return 1
    if a == 5:
        raise Late()
    for x in b:
        if x in a:
            raise Inner()
    if a == 6:
        f(1)
    elif a == 7:
        raise Other()
    with b:
        raise Last("the end")
`,
    `
f
  requires ValueError 0 < a <= 10
  requires TypeError b is not None and b.ok
  requires OutOfRange 1 <= a <= 5
  throwsIf Clash a == 3 and b == "x"
  throwsIf Late a == 5
  throwsIf Inner x in a
  throwsIf Other a == 7
  throws Last the end`,
  );
});

test("raises that leave no named function are not guards", () => {
  check(
    `
def f(e):
    try:
        if e:
            raise ValueError()
    except ValueError:
        raise
    except KeyError as error:
        raise error
`,
    "",
  );
});

test("assertions are guards, except in tests", () => {
  check(
    `
def f(x):
    assert x > 0, "positive"
    assert isinstance(x, int)

def test_f():
    assert f(1) is None
`,
    `
f
  asserts x > 0
  asserts isinstance(x, int)`,
  );
});

test("values returned only after a None check are guards, and so are frozen classes", () => {
  check(
    `
from dataclasses import dataclass
from typing import NamedTuple

def found(key):
    row = find(key)
    if row is None:
        raise KeyError(key)
    return row

@dataclass(frozen=True)
class Point:
    x: int

@dataclass
class Open:
    x: int

class Pair(NamedTuple):
    a: int
`,
    `
found
  requires KeyError row is not None
  nonNull row
Point
  readonly all fields (frozen)
Pair
  readonly all fields (NamedTuple)`,
  );
});

test.each(["def f(:\n raise", "assert", "if x:\n  raise (", "del", "os.environ[", "class A(", "raise X from"])(
  "broken source is read as far as possible: %j",
  (source) => {
    expect(() => behaviourOfSource(pageOf(source))).not.toThrow();
  },
);
