/** Linker rules for Python: what each must find, and what it must not. */
import { describe, test } from "vitest";
import { checkLinks } from "./check-links.js";

describe("decorators", () => {
  test("an attribute of a decorated function is one of the decorator's result", () => {
    checkLinks(`
//- /registry.py
class Registry:
    def __init__(self, name):
        self.name = name
    def __call__(self, fn):
        return self
    def for_kind(self, kind):
        def decorate(fn):
            return self
        return decorate
    def for_kinds(self):
        pass

def plain(fn):
    return fn
//- /use.py
from registry import Registry, plain

@Registry("load")
def load() -> int:
    return 1

@load.for_kind("json")
#^^^^^^^^^^^^^ calls registry.py#Registry.for_kind
def load_json():
    return load.for_kinds()
          #^^^^^^^^^^^^^^ calls registry.py#Registry.for_kinds by return-type .88

@plain
def kept(): pass

def use():
    return kept.for_kinds()
          #^^^^^^^^^^^^^^ calls nothing
`);
  });
});

describe("names of class bodies", () => {
  test("before its definition, a method's name has its outer meaning", () => {
    checkLinks(`
//- /shapes.py
def area(): pass
def scale(): pass

class Shape:
    start = area()
           #^^^^ calls shapes.py#area
    def area(self): pass
    end = scale()
         #^^^^^ calls shapes.py#scale
`);
  });

  test("__new__ of a class gives an instance of it", () => {
    checkLinks(`
//- /query.py
class Query:
    def clone(self):
        cls = self.__class__
        made = cls.__new__(cls)
        made.reset()
       #^^^^^^^^^^ calls query.py#Query.reset
        return made
    def reset(self): pass

def fresh():
    return object.__new__(Query).clone().reset()
          #^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ calls query.py#Query.clone
                                #^^^^^^^^^^^ calls query.py#Query.reset
`);
  });
});

describe("modules", () => {
  test("relative, absolute, aliased and dotted imports are resolved", () => {
    checkLinks(`
//- /pkg/__init__.py
//- /pkg/core/__init__.py
//- /pkg/core/load.py
def load(): pass
def dump(): pass
//- /pkg/stranger.py
def load(): pass
//- /pkg/use.py
from .core.load import load as get
from pkg.core import load as loader
import pkg.core.load
import pkg.core.load as alias

def one():
    return get()
          #^^^ calls pkg/core/load.py#load by import .99

def two():
    return loader.dump()
          #^^^^^^^^^^^ calls pkg/core/load.py#dump by namespace-member .99

def three():
    pkg.core.load.load()
   #^^^^^^^^^^^^^^^^^^ calls pkg/core/load.py#load

def four():
    alias.dump()
   #^^^^^^^^^^ calls pkg/core/load.py#dump
`);
  });

  test("names resolve through __init__, star imports and __all__", () => {
    checkLinks(`
//- /pkg/__init__.py
from .impl import *
from .impl import _hidden as shown
//- /pkg/impl.py
__all__ = ["listed"]
def listed(): pass
def unlisted(): pass
def _hidden(): pass
//- /pkg/use.py
from . import listed, unlisted, shown

def one():
    listed()
   #^^^^^^ calls pkg/impl.py#listed by re-export .98

def two():
    unlisted()
   #^^^^^^^^ calls nothing

def three():
    shown()
   #^^^^^ calls pkg/impl.py#_hidden by re-export .98
`);
  });

  test("a src layout, a package elsewhere in the repository and namespace packages are resolved", () => {
    checkLinks(`
//- /src/lib/__init__.py
def f(): pass
//- /services/api/app/__init__.py
def serve(): pass
//- /space/part/mod.py
def g(): pass
//- /tests/test_all.py
from lib import f
from app import serve
from space.part import mod

def test_f():
    f()
   #^ calls src/lib/__init__.py#f by module-path .98

def test_serve():
    serve()
   #^^^^^ calls services/api/app/__init__.py#serve by module-path .85

def test_g():
    mod.g()
   #^^^^^ calls space/part/mod.py#g
`);
  });

  test("the standard library and outside packages are named; modules with such a name inside a package are not used", () => {
    checkLinks(`
//- /pkg/__init__.py
//- /pkg/random.py
def choice(): pass
//- /pkg/use.py
import random
from requests.sessions import Session
import numpy as np

def one():
    random.choice()
   #^^^^^^^^^^^^^ calls nothing
   #^^^^^^^^^^^^^ leaves random choice

def two():
    Session().get()
   #^^^^^^^ leaves requests sessions.Session
   #^^^^^^^ leaves requests sessions.Session().get

def three():
    np.linalg.norm()
   #^^^^^^^^^^^^^^ leaves numpy linalg.norm
`);
  });
});

describe("classes", () => {
  test("own, inherited and super members, and constructions are resolved", () => {
    checkLinks(`
//- /base.py
class Base:
    def __init__(self): pass
    def save(self): pass
    def close(self): pass
    @classmethod
    def make(cls):
        return cls()
//- /impl.py
from base import Base

class Impl(Base):
   #^^^^ extends base.py#Base
    def save(self):
        super().save()
         #^^^^^^^^^^^^ calls base.py#Base.save by super .98
    def work(self):
        self.save()
       #^^^^^^^^^ calls impl.py#Impl.save by this-member .99
        self.close()
       #^^^^^^^^^^ calls base.py#Base.close by inherited-member .98

def main():
    x = Impl()
       #^^^^ calls impl.py#Impl
       #^^^^ calls base.py#Base.__init__
    x.work()
   #^^^^^^ calls impl.py#Impl.work by constructor .99

def factory():
    Impl.make().work()
   #^^^^^^^^^ calls base.py#Base.make
   #^^^^^^^^^ calls impl.py#Impl.work
`);
  });

  test("the lookup order is C3, and depth first for an inconsistent hierarchy", () => {
    checkLinks(`
//- /a.py
class Top:
    def run(self): pass
class Left(Top): pass
class Right(Top):
    def run(self): pass
class Both(Left, Right):
    def go(self):
        self.run()
       #^^^^^^^^ calls a.py#Right.run
class Odd(Top, Right):
    def go(self):
        self.run()
       #^^^^^^^^ calls a.py#Top.run
`);
  });

  test("fields, annotations and properties are resolved", () => {
    checkLinks(`
//- /store.py
class Store:
    def save(self): pass
class Stranger:
    def save(self): pass
//- /use.py
from typing import Optional
from store import Store

class Service:
    cache: Store
    def __init__(self, store: Store):
        self.store = store
        self.other = Store()
    @property
    def current(self) -> Store:
        return self.store
    def one(self):
        self.store.save()
       #^^^^^^^^^^^^^^^ calls store.py#Store.save by annotation .96
    def two(self):
        self.other.save()
       #^^^^^^^^^^^^^^^ calls store.py#Store.save by constructor .99
    def three(self):
        self.current.save()
       #^^^^^^^^^^^^^^^^^ calls store.py#Store.save by annotation .96
       #^^^^^^^^^^^^^^^^^ calls use.py#Service.current
    def four(self):
        self.cache.save()
       #^^^^^^^^^^^^^^^ calls store.py#Store.save

def opt(store: Optional[Store]):
    store.save()
   #^^^^^^^^^^ calls store.py#Store.save by annotation .96

def unknown(store):
    store.save()
   #^^^^^^^^^^ calls nothing
`);
  });

  test("containers, context managers and callables are resolved", () => {
    checkLinks(`
//- /a.py
class Item:
    def use(self): pass
class Lock:
    def __enter__(self) -> Item: pass
    def __exit__(self): pass
    def __call__(self): pass

def each(items: list[Item]):
    for item in items:
        item.use()
       #^^^^^^^^ calls a.py#Item.use by annotation .96

def held():
    with Lock() as item:
        #^^^^ calls a.py#Lock
        item.use()
       #^^^^^^^^ calls a.py#Item.use

def called(lock: Lock):
    lock()
   #^^^^ calls a.py#Lock.__call__
`);
  });

  test("a class outside the repository hides its members", () => {
    checkLinks(`
//- /stranger.py
class Model:
    def save(self): pass
//- /use.py
from django.db import models

class User(models.Model):
    def touch(self):
        self.save()
       #^^^^^^^^^ calls nothing
       #^^^^^^^^^ leaves django save
`);
  });
});

test("decorators are calls of the function they name", () => {
  checkLinks(`
//- /a.py
def traced(fn): return fn
@traced
def work(): pass
   #^^^^ calls a.py#traced
`);
});
