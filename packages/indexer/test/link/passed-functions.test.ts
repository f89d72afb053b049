/** Functions passed as values without being called: the passing code uses or imports them, bound or not. */
import { describe, test } from "vitest";
import { checkLinks } from "./check-links.js";

describe("methods as values in scripts", () => {
  test("a method of the object itself, plain or bound, is a use", () => {
    checkLinks(`
//- /a.ts
export class Panel {
  onKey() {}
  listen(target: EventTarget) {
    target.addEventListener("key", this.onKey);
                                      //^^^^^ uses a.ts#Panel.onKey by this-member .99
  }
  listenBound(target: EventTarget) {
    target.addEventListener("key", this.onKey.bind(this));
                                      //^^^^^ uses a.ts#Panel.onKey by this-member .99
  }
  bind() {
    this.onKey = this.onKey.bind(this);
       //^^^^^ uses a.ts#Panel.onKey
       //^^^^^ leaves nothing
  }
}
`);
  });

  test("a method in a field's initial value, or of a prototype, is a use", () => {
    checkLinks(`
//- /a.ts
export class Panel {
  onKey() {}
  kept = this.onKey.bind(this);
            //^^^^^ uses a.ts#Panel.onKey
            //^^^^^ leaves nothing
}
//- /b.js
function Queue() {}
Queue.prototype.drain = function () {};
Queue.prototype.later = function () {
  setTimeout(this.drain.bind(this));
                //^^^^^ uses b.js#Queue.drain
};
Queue.prototype.never = function () {
  setTimeout(Queue.prototype.drain.bind(this));
                           //^^^^^ uses b.js#Queue.drain
};
`);
  });

  test("a method of a local with a known class, or of the class itself, is a use", () => {
    checkLinks(`
//- /box.ts
export class Box {
  size = 0;
  open() {}
  static make() { return new Box(); }
}
//- /use.ts
import { Box } from "./box";
declare function on(f: unknown): void;
export function declared(box: Box) {
  on(box.open);
       //^^^^ imports box.ts#Box.open by annotation .99
}
export function bound(box: Box) {
  on(box.open.bind(box));
       //^^^^ imports box.ts#Box.open by annotation .99
}
export function made() {
  const box = new Box();
  return { open: box.open };
                   //^^^^ imports box.ts#Box.open by constructor .98
}
export function ofClass() {
  on(Box.make.bind(Box));
       //^^^^ imports box.ts#Box.make
   //^^^ imports box.ts#Box
}
export function data(box: Box) {
  on(box.size);
       //^^^^ imports nothing
}
export function shadowed(this: Box) {
  const self = new Box();
  setTimeout(self.open, 1);
                //^^^^ imports box.ts#Box.open
}
`);
  });

  test("a bound function is a use, and is called where the result is called", () => {
    checkLinks(`
//- /lib.ts
export function send(to: string) {}
export class Box { open() {} }
//- /use.ts
import { Box, send } from "./lib";
declare function on(f: unknown): void;
export function f() {
  on(send.bind(null, "a"));
   //^^^^ imports lib.ts#send
}
export function g(box: Box) {
  const open = box.open.bind(box);
                 //^^^^ imports lib.ts#Box.open
  open();
//^^^^ calls lib.ts#Box.open
}
`);
  });

  test("a method named bind is an ordinary method; bind of an external function is a leaf", () => {
    checkLinks(`
//- /a.ts
export class Socket { bind(port: number) {} }
export function serve(socket: Socket) {
  socket.bind(80);
       //^^^^ calls a.ts#Socket.bind
       //^^^^ uses a.ts#Socket
}
export function stranger(thing: any) {
  thing.open.bind(thing);
      //^^^^ leaves ? thing.open.bind
}
`);
  });
});

describe("methods as values in Python", () => {
  test("a method passed directly, by keyword or through functools.partial is a use", () => {
    checkLinks(`
//- /a.py
import functools
from functools import partial
class Panel:
    def on_key(self): pass
    def plain(self, target): target.on(self.on_key)
                                           #^^^^^^ uses a.py#Panel.on_key by this-member .99
    def keyword(self, target): target.on(callback=self.on_key)
                                                     #^^^^^^ uses a.py#Panel.on_key
    def filled(self, target): target.on(functools.partial(self.on_key, 1))
                                                             #^^^^^^ uses a.py#Panel.on_key
    def short(self, target): target.on(key=partial(self.on_key, 1))
                                                      #^^^^^^ uses a.py#Panel.on_key
`);
  });

  test("a method of a local with a known class is a use", () => {
    checkLinks(`
//- /box.py
class Box:
    size: int = 0
    def open(self): pass
    @property
    def lid(self): return 1
//- /use.py
from functools import partial
from box import Box
def declared(target, box: Box): target.on(box.open)
                                             #^^^^ imports box.py#Box.open by annotation .96
def filled(target, box: Box): return partial(box.open, 1)
                                                #^^^^ imports box.py#Box.open
def made():
    box = Box()
    return [box.open]
               #^^^^ imports box.py#Box.open
def data(box: Box): return box.size
                              #^^^^ imports nothing
def accessor(box: Box): return box.lid
                                  #^^^ calls box.py#Box.lid
                                  #^^^ imports nothing
`);
  });
});
