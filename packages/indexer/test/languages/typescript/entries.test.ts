/** Entry points called by frameworks, and titles of tests, as facts. */
import { expect, test } from "vitest";
import { factsOf } from "./check-facts.js";

function entriesOf(source: string): string {
  return factsOf(source)
    .split("\n")
    .filter((line) => line.startsWith("entry "))
    .join("\n");
}

test("routes with a named or an inline handler are entries", () => {
  expect(
    entriesOf(`
import { login } from "./login.js";
app.get("/users", listUsers);
router.post("/login", limit, auth.login);
export function mount(app) {
  app.delete("/users/:id", async (request, response) => {
    response.send(remove(request.params.id));
  });
}
`),
  ).toBe(
    [
      'entry <module> route "GET /users" -> listUsers',
      'entry <module> route "POST /login" -> login',
      'entry mount route "DELETE /users/:id" @5-7',
    ].join("\n"),
  );
});

test("client requests, paths without a handler and other texts are not routes", () => {
  expect(
    entriesOf(`
axios.get("/users", options);
this.client.post("/login", body);
app.get("/setting");
map.get("key", fallback);
app.get("/users", { limit: 3 });
`),
  ).toBe("");
});

test("a decorated method handles its route", () => {
  expect(
    entriesOf(`
@Controller("cats")
class Cats {
  @Get() all() {}
  @Post("new") create() {}
  @Get name = "";
}
`),
  ).toBe(['entry Cats.all route "GET /"', 'entry Cats.create route "POST /new"'].join("\n"));
});

test("titles of suites and cases are entries", () => {
  // The suite below is source text to extract; its skipped case is not skipped by this test.
  expect(
    entriesOf(`
describe("UserStore", () => {
  it("adds a user", () => {});
  test.skip('removes', () => {});
  describe(UserStore.name, () => {});
  it.each([1, 2])("takes %s", () => {});
});
contest("no title");
`),
  ).toBe(
    ['entry <module> title "UserStore"', 'entry <module> title "adds a user"', 'entry <module> title "removes"'].join(
      "\n",
    ),
  );
});
