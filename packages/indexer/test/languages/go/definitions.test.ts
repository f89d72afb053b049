import { expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

test("functions and methods, with the doc above and without directives", () => {
  const source = `// Package store keeps things.
package store

// Open opens.
//
//go:noinline
func Open(path string, more ...int) (s *Store, err error) { return nil, nil }
func close[K comparable](k K) {}
func (s *Store) Save(a, b int) error { return nil }
type Store struct{}
func (s Store) load() {}
func init() {}
func init() {}
`;
  expect(factsOf(source, "module function method")).toMatchInlineSnapshot(`
    "module <module> 1:0-14:0 @1:0 exported
      sig "package store"
      doc "Package store keeps things."
    function Open 7:0-7:77 @7:5 exported exported
      sig "func Open(path string, more ...int) (s *Store, err error)"
      returns "(s *Store, err error)"
      doc "Open opens."
      type tuple(symbol:Store, tuple(literal:error))
      param path: string ~ literal:string
      param more: ...int [rest] ~ literal:array<literal:int>
    function close 8:0-8:32 @8:5 internal
      sig "func close[K comparable](k K)"
      generics "K comparable"
      param k: K ~ parameter0
    method Store.Save 9:0-9:51 @9:16 public exported
      sig "func (s *Store) Save(a, b int) error"
      returns "error"
      type literal:error
      param a: int ~ literal:int
      param b: int ~ literal:int
    method Store.load 11:0-11:24 @11:15 internal
      sig "func (s Store) load()"
    function init 12:0-12:14 @12:5 internal
      sig "func init()"
    function init #1 13:0-13:14 @13:5 internal
      sig "func init()""
  `);
});

test("types: structs, interfaces, defined types, aliases, and what they embed", () => {
  const source = `package p
type (
	// T holds.
	T[K any] struct {
		A, b int \`json:"a"\`
		*Base
		io.Reader
		list map[string][]*T[K]
		call func(int) (A, error)
	}
	I interface { Run(ctx Context) error; Base; ~int | string }
)
type N []T[int]
type F func(A) B
type B T[int]
type Same = T[string]
`;
  expect(factsOf(source, "class interface type method field heritage")).toMatchInlineSnapshot(`
    "class T 4:1-10:2 @4:1 exported exported
      sig "type T[K any] struct { A, b int; *Base; io.Reader; list map[string][]*T[K]; call func(int) (A, error) }"
      generics "K any"
      doc "T holds."
      extends global:Base (Base)
      extends global:io.Reader (io.Reader)
      field A : literal:int
      field b : literal:int
      field Base : global:Base
      field Reader : global:io.Reader
      field list : literal:map<tuple(literal:string, tuple(literal:array<symbol:T<tuple(parameter0)>>))>
      field call : literal:Callable<tuple(tuple(global:A, tuple(literal:error)))>
    interface I 11:1-11:60 @11:1 exported exported
      sig "type I interface { Run(ctx Context) error; Base; ~int | string }"
      extends global:Base (Base)
    method I.Run 11:15-11:37 @11:15 public exported,abstract,ambient
      sig "Run(ctx Context) error"
      returns "error"
      type literal:error
      param ctx: Context ~ global:Context
    type N 13:0-13:15 @13:5 exported exported
      sig "type N []T[int]"
      field [] : symbol:T<tuple(literal:int)>
    type F 14:0-14:16 @14:5 exported exported
      sig "type F func(A) B"
      field () : literal:Callable<tuple(symbol:B)>
    type B 15:0-15:13 @15:5 exported exported
      sig "type B T[int]"
      extends symbol:T<tuple(literal:int)> (T[int])
    type Same 16:0-16:21 @16:5 exported exported
      sig "type Same = T[string]"
      type symbol:T<tuple(literal:string)>"
  `);
});

test("constants and variables; those without a value repeat the one above", () => {
  const source = `package p
// Levels.
const (
	Debug Level = iota // first
	Info
	_
	error2, warn = 1, "w"
)
var store, count = open(), 2
var Default Store
func f() { const local = 1; var other T }
`;
  expect(factsOf(source, "variable")).toMatchInlineSnapshot(`
    "variable Debug 4:1-4:19 @4:1 exported exported,readonly,const
      sig "const Debug Level = iota"
      returns "Level"
      type global:Level
    variable Info 5:1-5:5 @5:1 exported exported,readonly,const
      sig "const Info"
      type global:Level
    variable error2 7:1-7:22 @7:1 internal readonly,const
      sig "const error2, warn = 1, \\"w\\""
    variable warn 7:1-7:22 @7:9 internal readonly,const
      sig "const error2, warn = 1, \\"w\\""
    variable store 9:0-9:28 @9:4 internal
      sig "var store, count = open(), 2"
      value global:open()
    variable count 9:0-9:28 @9:11 internal
      sig "var store, count = open(), 2"
    variable Default 10:0-10:17 @10:4 exported exported
      sig "var Default Store"
      returns "Store"
      type global:Store"
  `);
});

test("imports under any name, and none of C", () => {
  const source = `package p
import "fmt"
import (
	db "example.com/go-store/v2"
	. "dot"
	_ "blank"
	"example.com/go-yaml.v3"
	"C"
)
`;
  expect(factsOf(source, "import star")).toMatchInlineSnapshot(`
    "import namespace as fmt from fmt @2
    import namespace as db from example.com/go-store/v2 @4
    import star from dot @5
    import sideeffect from blank @6
    import namespace as yaml from example.com/go-yaml.v3 @7"
  `);
});

test("routes, subtests and the program's start", () => {
  const source = `package main
func main() {
	r.GET("/users", listUsers)
	http.HandleFunc("/login", s.login)
	mux.Handle("POST /pets", func() { create() })
	client.Get("/x")
	t.Run("with an empty list", func(t *testing.T) {})
}
`;
  expect(factsOf(source, "entry")).toMatchInlineSnapshot(`
    "entry main main "main"
    entry main route "GET /users" -> listUsers
    entry main route "/login" -> login
    entry main route "POST /pets" @5-5
    entry main title "with an empty list""
  `);
});
