/** What a client shows its model about this server, in the names of the tools that it lists. At most 2 kB: longer texts are cut by clients. */
import { type ListMode, type NameStyle, withListedNames } from "@sdl/engine";

const ABOUT = `SDL answers questions about this code repository from an index of its symbols, with the source that matters. Nothing needs to be set up, and edits are seen.`;

const ADDRESSES = `A symbol is written as answers show it: path:line, path#name, Class.method or a name. Lines that begin with "Next:" are calls that work as they are written. Errors say what to call instead.`;

const WORKFLOW = `Give sdl.slice.build the task in full first: it finds the code, shows its source and names the tests. Then ask for what is missing: sdl.symbol.getCard for one symbol, sdl.symbol.references before you change one, sdl.symbol.search for a name, sdl.file.outline for a file. After editing, sdl.pr.risk.analyze says what the change breaks and which tests to run. Keep what took long to find out with sdl.memory.store.`;

const GATEWAY = `Each tool takes an action and its arguments. Call sdl.query with {"action":"slice.build","args":{"taskText":"…"}} first: it finds the code that a task needs, with its source. Then sdl.query with the actions symbol.getCard, symbol.references, symbol.search and file.outline for what is missing; sdl.change with pr.risk.analyze after editing; sdl.agent with manual explains every action.`;

const CODE = `sdl.chain runs actions as steps, {"steps":[{"fn":"sliceBuild","args":{"taskText":"…"}}]}, and a later step may use what an earlier one found. Begin with sliceBuild: it finds the code that a task needs, with its source. sdl.action.search finds further actions, sdl.manual explains them.`;

const HOW: Readonly<Record<ListMode, string>> = { core: WORKFLOW, all: WORKFLOW, gateway: GATEWAY, code: CODE };

export function instructions(names: NameStyle, mode: ListMode = "core"): string {
  return withListedNames(`${ABOUT}\n\n${HOW[mode]}\n\n${ADDRESSES}`, names);
}
