/** Entry points called by frameworks and the shell, as facts. */
import { expect, test } from "vitest";
import { factsOf } from "./facts-of.js";

test("decorated routes", () => {
  const source = `
    @app.route("/users")
    def users(): ...

    @bp.route("/login", methods=["POST", 'PUT'])
    def login(): ...

    class Api:
        @router.get("/cats/{id}")
        async def cat(self, id): ...

    @cache.get("key")
    def cached(): ...
  `;
  expect(factsOf(source, "entry")).toBe(
    [
      'entry users route "GET /users"',
      'entry login route "POST|PUT /login"',
      'entry Api.cat route "GET /cats/{id}"',
    ].join("\n"),
  );
});

test("views in a URL table are entries", () => {
  const source = `
    urlpatterns = [
        path("users/", views.users),
        re_path(r"^cats/$", Cats.as_view(), name="cats"),
        path("api/", include("api.urls")),
    ]
    def helper():
        return path("a", b)
  `;
  expect(factsOf(source, "entry")).toBe(
    ['entry urlpatterns route "/users/" -> users', 'entry urlpatterns route "/^cats/$" -> Cats'].join("\n"),
  );
});

test("calls under the __main__ guard are entries", () => {
  const source = `
    def main(): ...
    prepare()
    if __name__ == '__main__':
        sys.exit(main())
  `;
  expect(factsOf(source, "entry")).toBe(
    ['entry <module> main "__main__" -> exit', 'entry <module> main "__main__" -> main'].join("\n"),
  );
});
