/** Tests of skeletons of small repositories as text, and properties of all skeletons. */
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { runAction } from "../../../test/client.js";
import { openRepository, type SmallRepository } from "../../../test/support/small-repository.js";

let repository: SmallRepository | undefined;
afterEach(async () => repository?.remove());

interface Case {
  readonly path: string;
  readonly source: string;
  readonly args?: object;
}

async function skeletonOf({ path, source, args }: Case): Promise<string> {
  repository = await openRepository({ [path]: source });
  const { skeleton } = await runAction("codeGetSkeleton", { file: path, ...args }, repository);
  return String(skeleton);
}

const SESSION = `/*
 * Copyright of somebody.
 *
 * Long terms that nobody reads here.
 */
import { Clock } from "./clock";

/**
 * Keeps one user's session.
 * @see the manual
 */
export class Session {
  private readonly users = new Map<string, string>();

  constructor(private readonly clock: Clock) {
    this.start();
  }

  /** Moves the expiry. */
  refresh(seconds: number): boolean {
    const now = this.clock.now();
    if (now > this.expiry) {
      this.log("late");
      throw new Error(\`expired
        long ago\`);
    } else this.touch();
    for (const user of this.users.keys()) {
      this.tell(user, {
        now,
      });
    }
    const later = () => {
      this.touch();
    };
    this.expiry = now + seconds;
    return later() && check({
      now,
      seconds,
    });
  }
}

const helper = (x: number) => {
  switch (x) {
    case 1:
      log(x);
      return 2;
    default:
      log("no");
  }
};

export const table = {
  one: 1,
  two: 2,
};
`;

test("a TypeScript skeleton keeps signatures, members, first lines of docs and control flow", async () => {
  expect(await skeletonOf({ path: "session.ts", source: SESSION })).toBe(`/*
 * Copyright of somebody. … */
import { Clock } from "./clock";

/**
 * Keeps one user's session. … */
export class Session {
  private readonly users = new Map<string, string>();

  constructor(private readonly clock: Clock) { /* … */ }

  /** Moves the expiry. */
  refresh(seconds: number): boolean {
    /* … */
    if (now > this.expiry) {
      /* … */
      throw new Error(/* … */);
    } else /* … */;
    for (const user of this.users.keys()) { /* … */ }
    const later = () => { /* … */ };
    /* … */
    return later() && check(/* … */);
  }
}

const helper = (x: number) => {
  switch (x) {
    case 1:
      /* … */
      return 2;
    default:
      /* … */
  }
};

export const table = {/* … */};
`);
});

test("statements with a requested identifier are kept; identifiers are matched as syntax, not as text", async () => {
  const text = await skeletonOf({ path: "session.ts", source: SESSION, args: { identifiersToFind: ["tell", "one"] } });
  expect(text).toContain("this.tell(user, {");
  expect(text).toContain("  one: 1,");
  expect(text).not.toContain("this.touch");
});

test("exportedOnly keeps only exported declarations, with their docs", async () => {
  const text = await skeletonOf({ path: "session.ts", source: SESSION, args: { exportedOnly: true } });
  expect(text).toContain("export class Session");
  expect(text).toContain("Keeps one user's session.");
  expect(text).toContain("export const table");
  expect(text).not.toContain("helper");
  expect(text).not.toContain("import");
});

const STORE = `// Package store keeps things.
package store

import (
	"fmt"
	"os"
)

// Store keeps.
type Store struct {
	// path of the file
	path string
	*os.File
}

type Saver interface {
	Save(key string) error
}

var table = map[string]int{
	"one": 1,
	"two": 2,
}

// Save saves.
//
// More.
// And more.
// And so on.
func (s *Store) Save(key string) error {
	s.count++
	fmt.Println(
		key,
	)
	if key == "" {
		s.fail()
		return fmt.Errorf(
			"no key",
		)
	}
	for _, other := range s.others {
		other.Save(key)
	}
	switch v := s.any.(type) {
	case *Store:
		v.Save(key)
		return nil
	default:
		v.fail()
	}
	go func() {
		s.tidy()
	}()
	defer s.Close()
	return nil
}
`;

test("a Go skeleton keeps declarations, first lines of docs and control flow", async () => {
  expect(await skeletonOf({ path: "store.go", source: STORE })).toMatchInlineSnapshot(`
    "// Package store keeps things.
    package store

    import (
    	"fmt"
    	"os"
    )

    // Store keeps.
    type Store struct {
    	// path of the file
    	path string
    	*os.File
    }

    type Saver interface {
    	Save(key string) error
    }

    var table = map[string]int{/* … */}

    // Save saves.
    //
    // More. …
    func (s *Store) Save(key string) error {
    	/* … */
    	if key == "" {
    		/* … */
    		return fmt.Errorf(/* … */)
    	}
    	for _, other := range s.others {
    		/* … */
    	}
    	switch v := s.any.(type) {
    	case *Store:
    		/* … */
    		return nil
    	default:
    		/* … */
    	}
    	go func() {
    		/* … */
    	}()
    	defer s.Close()
    	return nil
    }
    "
  `);
});

const REPORT = `"""Reports on logins.

Much more about it.
"""
import os


@dataclass
class Report:
    """One report."""

    title: str = "x"

    @property
    def lines(self):
        """The lines.

        :returns: all of them
        """
        # Read once.
        text = self.read()  # slowly
        for line in text:
            if not line:
                continue
            yield line
        else:
            self.done = True
        with open(self.title) as file:
            file.read()
        try:
            return json.loads("""
            {}
            """)
        except ValueError as error:
            log(error)
            raise


def helper(a, b=1): return a
`;

test("a Python skeleton keeps signatures, members, first lines of docs and control flow", async () => {
  expect(await skeletonOf({ path: "report.py", source: REPORT })).toBe(`"""Reports on logins. …"""
import os


@dataclass
class Report:
    """One report."""

    title: str = "x"

    @property
    def lines(self):
        """The lines. …"""
        ...
        for line in text:
            if not line:
                continue
            yield line
        else:
            ...
        with open(self.title) as file:
            ...
        try:
            return json.loads(...)
        except ValueError as error:
            ...
            raise


def helper(a, b=1): return a
`);
});

test("a member is unindented, and a file with syntax errors gives its readable parts", async () => {
  repository = await openRepository({
    "a.py": REPORT,
    "b.ts": "export class A {\n  ok(): void {\n    a();\n  }\n  broken( {\n",
  });
  const found = await runAction("symbolSearch", { query: "lines", kinds: ["method"] }, repository);
  const [symbol] = found["results"] as { symbolId: string }[];
  const member = await runAction("codeGetSkeleton", { symbolId: symbol?.symbolId }, repository);
  expect(String(member["skeleton"]).split("\n").slice(0, 4)).toEqual([
    "@property",
    "def lines(self):",
    '    """The lines. …"""',
    "    ...",
  ]);
  const broken = await runAction("codeGetSkeleton", { file: "b.ts" }, repository);
  expect(broken["skeleton"]).toContain("ok(): void { /* … */ }");
});

test("pages join to the whole skeleton, each within exact limits", async () => {
  repository = await openRepository({ "session.ts": `${SESSION}\nexport const wide = "${"wörd🙂 ".repeat(300)}";\n` });
  const whole = await runAction("codeGetSkeleton", { file: "session.ts", maxTokens: 50_000 }, repository);
  expect(whole).toMatchObject({ truncated: false });
  const { loadTokenCounter } = await import("@sdl/slice");
  const count = await loadTokenCounter();
  const property = fc.asyncProperty(
    fc.integer({ min: 16, max: 400 }),
    fc.integer({ min: 1, max: 40 }),
    async (maxTokens, maxLines) => {
      let joined = "";
      for (let offset: unknown = 0; offset !== undefined; ) {
        const args = { file: "session.ts", maxTokens, maxLines, skeletonOffset: offset };
        const page = await runAction("codeGetSkeleton", args, repository ?? expect.fail());
        const text = String(page["skeleton"]);
        expect(count(text)).toBe(page["estimatedTokens"]);
        expect(page["estimatedTokens"]).toBeLessThanOrEqual(maxTokens);
        expect(text.split("\n").length - 1).toBeLessThanOrEqual(maxLines);
        joined += text;
        offset = (page["truncation"] as { nextOffset: number } | undefined)?.nextOffset;
      }
      expect(joined).toBe(whole["skeleton"]);
    },
  );
  await fc.assert(property, { numRuns: 20 });
});

test("an offset past the end gives an empty page", async () => {
  repository = await openRepository({ "a.ts": "export const a = 1;\n" });
  expect(await runAction("codeGetSkeleton", { file: "a.ts", skeletonOffset: 999 }, repository)).toMatchObject({
    skeleton: "",
    truncated: false,
  });
});
