/** Page scripts, which are no modules and share names through their page: which names are linked, and which are not. */
import { describe, test } from "vitest";
import { checkLinks } from "./check-links.js";

describe("names of a page", () => {
  test("a free name resolves to the declaration of another script in the folder", () => {
    checkLinks(`
//- /js/core.js
'use strict';
function quickElement(tag) { return document.createElement(tag); }
class Calendar { draw() {} }
var Shared = { open: function () {} };
//- /js/use.js
(function () {
  const created = new Calendar();
                    //^^^^^^^^ calls js/core.js#Calendar by page .80
  function show() {
    created.draw();
          //^^^^ calls js/core.js#Calendar.draw by page .80
    document.write("");
           //^^^^^ leaves ? document.write
  }
  function open() {
    quickElement("p");
  //^^^^^^^^^^^^ calls js/core.js#quickElement by page .80
    Shared.open();
         //^^^^ calls js/core.js#Shared.open by page .80
         //^^^^ imports js/core.js#Shared
  }
})();
`);
  });

  test("a free name resolves in the nearest ancestor folder", () => {
    checkLinks(`
//- /core.js
function init() {}
function close() {}
//- /js/core.js
function init() {}
//- /js/admin/deep/use.js
function start() {
  init();
//^^^^ calls js/core.js#init
  close();
//^^^^^ calls core.js#close
}
`);
  });

  test("a name that two scripts of a folder declare, or a sibling folder's script, is a leaf", () => {
    checkLinks(`
//- /one.js
function init() {}
//- /two.js
function init() {}
//- /beside/other.js
function aside() {}
//- /use/use.js
function start() {
  init();
//^^^^ calls nothing
//^^^^ leaves ? init
  aside();
//^^^^^ leaves ? aside
}
`);
  });
});

describe("files that share nothing", () => {
  test("modules of every form, programs, TypeScript, and names inside functions and blocks are not shared", () => {
    checkLinks(`
//- /esm.js
export {};
function one() {}
//- /importing.js
import "./esm.js";
function two() {}
//- /commonjs.js
function three() {}
exports.three = three;
//- /requiring.js
const fs = require("fs");
function four() {}
//- /program.js
#!/usr/bin/env node
function five() {}
//- /typed.ts
function six() {}
//- /wrapped.js
(function () { function seven() {} })();
{ const eight = () => 1; }
//- /use.js
function start() {
  one(); two(); three(); four(); five(); six(); seven(); eight();
//^^^ calls nothing
}
`);
  });

  test("a module's free names are builtins; a script's own declaration comes first", () => {
    checkLinks(`
//- /core.js
function init() {}
//- /module.js
const fs = require("fs");
function start() {
  init();
//^^^^ calls nothing
}
//- /own.js
function init() {}
function start() {
  init();
//^^^^ calls own.js#init by lexical .99
}
`);
  });
});
