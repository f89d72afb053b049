import { test } from "vitest";
import { checkLinks } from "./check-links.js";

test("a call binds to the function that an import names, not to its namesakes", () => {
  checkLinks(`
//- /pkg/__init__.py
//- /pkg/a.py
def load(): pass
//- /pkg/stranger.py
def load(): pass
//- /pkg/b.py
from .a import load as get

def run():
    return get()
          #^^^ calls pkg/a.py#load by import .97
`);
});

test("methods of self, of bases and behind super", () => {
  checkLinks(`
//- /base.py
class Base:
    def __init__(self): pass
    def save(self): pass
    def close(self): pass
//- /impl.py
from base import Base

class Impl(Base):
   #^^^^ extends base.py#Base
    def save(self):
        super().save()
         #^^^^^^^^^^^^^^ calls base.py#Base.save by super .90
    def work(self):
        self.save()
       #^^^^^^^^^^ calls impl.py#Impl.save by this-member .95
        self.close()
       #^^^^^^^^^^ calls base.py#Base.close by inherited-member .90

def main():
    x = Impl()
       #^^^^^^ calls impl.py#Impl
       #^^^^^^ calls base.py#Base.__init__
    x.work()
   #^^^^^^^^ calls impl.py#Impl.work by constructor .90
`);
});
