/**
 * Repository of the worked example: a shop whose checkout fails. Three layers of files of ordinary size, a test file, and a history in which one
 * commit introduced the bug.
 */
import { GitFixture } from "@sdl/repository/testing";

const ENTITIES = [
  "customer", "address", "basket", "product", "variant", "supplier", "warehouse", "shipment", "parcel", "carrier", "invoice", "payment",
  "refund", "voucher", "subscription", "review", "category", "campaign", "newsletter", "complaint",
] as const; // biome-ignore format: a list of names

function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function routes(): string {
  const handlers = ENTITIES.map(
    (name) => `
/** Answers GET /${name}s/:id, or 404 for an unknown one. */
export function handle${capital(name)}(request: Request): Response {
  const id = request.params["id"];
  if (id === undefined || id === "") return { status: 400, body: { error: "${name} id is missing" } };
  const found = request.store.load("${name}", id);
  if (found === undefined) return { status: 404, body: { error: \`no ${name} \${id}\` } };
  const visible = request.user.isAdmin || found["owner"] === request.user.id;
  return visible ? { status: 200, body: found } : { status: 403, body: { error: "not yours" } };
}
`,
  );
  return `import { orderTotal, type OrderLine } from "../orders/totals.js";

export interface Request {
  params: Record<string, string | undefined>;
  user: { id: string; isAdmin: boolean };
  store: { load(kind: string, id: string): Record<string, unknown> | undefined };
  lines: OrderLine[];
}

export interface Response {
  status: number;
  body: unknown;
}
${handlers.join("")}
/** Answers POST /checkout with what is to be paid. */
export function handleCheckout(request: Request): Response {
  const code = request.params["discount"];
  const total = orderTotal(request.lines, code);
  return { status: 200, body: { total } };
}
`;
}

function totals(): string {
  const surcharges = ENTITIES.map(
    (name, at) => `
/** What a ${name} adds to an order, in cents: ${at + 1} % of the lines that hold one, at least ${10 * (at + 1)}. */
export function ${name}Surcharge(lines: readonly OrderLine[]): number {
  const held = lines.filter((line) => line.tags.includes("${name}"));
  const sum = held.reduce((total, line) => total + line.cents * line.count, 0);
  if (held.length === 0) return 0;
  return Math.max(${10 * (at + 1)}, Math.round((sum * ${at + 1}) / 100));
}
`,
  );
  return `import { applyDiscount } from "../pricing/discounts.js";

export interface OrderLine {
  cents: number;
  count: number;
  tags: string[];
}
${surcharges.join("")}
/** The price of an order in cents, with every surcharge, less the discount of a code. */
export function orderTotal(lines: readonly OrderLine[], code: string | undefined): number {
  const plain = lines.reduce((total, line) => total + line.cents * line.count, 0);
  const charged = plain + customerSurcharge(lines) + shipmentSurcharge(lines);
  return code === undefined ? charged : applyDiscount(charged, code);
}
`;
}

/** @param key how findDiscount looks up a code */
export function discounts(key: string): string {
  const campaigns = ENTITIES.map(
    (name, at) => `
/** Whether the ${name} campaign runs on a day of the year; it lasts ${at + 3} days. */
export function is${capital(name)}Campaign(day: number): boolean {
  const start = (${at} * 17 + 11) % 365;
  const end = start + ${at + 3};
  if (end <= 365) return day >= start && day < end;
  return day >= start || day < end - 365;
}
`,
  );
  return `export interface Discount {
  percent: number;
  cap: number;
}

const DISCOUNTS: Record<string, Discount> = {
${ENTITIES.map((name, at) => `  ${name.toUpperCase()}${at + 5}: { percent: ${at + 5}, cap: ${(at + 1) * 500} },`).join("\n")}
};
${campaigns.join("")}
/** The discount of a code as customers type it. */
export function findDiscount(code: string): Discount {
  return DISCOUNTS[${key}] as Discount;
}

/** Takes a code's discount off a price in cents, never more than its cap. */
export function applyDiscount(cents: number, code: string): number {
  const discount = findDiscount(code);
  const off = Math.round((cents * discount.percent) / 100);
  return cents - Math.min(off, discount.cap);
}
`;
}

const TESTS = `import { applyDiscount, findDiscount } from "../src/pricing/discounts.js";
import { orderTotal } from "../src/orders/totals.js";

test("a code takes its share off", () => {
  expect(applyDiscount(1000, "CUSTOMER5")).toBe(950);
});

test("a cap holds", () => {
  expect(applyDiscount(100_000, "CUSTOMER5")).toBe(99_500);
});

test("a total without a code is plain", () => {
  expect(orderTotal([{ cents: 100, count: 2, tags: [] }], undefined)).toBe(200);
});
`;

export const DISCOUNTS_FILE = "src/pricing/discounts.ts";
export const FILES = ["src/http/routes.ts", "src/orders/totals.ts", DISCOUNTS_FILE, "test/discounts.test.ts"] as const;

/** A shop with three commits; the second last one introduced the bug. */
export function makeShop(): GitFixture {
  const shop = GitFixture.make();
  shop.commit("Sell things", {
    "package.json": '{ "name": "shop", "type": "module" }\n',
    "src/http/routes.ts": routes(),
    "src/orders/totals.ts": totals(),
    [DISCOUNTS_FILE]: discounts("code.trim().toUpperCase()"),
    "test/discounts.test.ts": TESTS,
  });
  shop.commit("Look discount codes up as they are stored", { [DISCOUNTS_FILE]: discounts("code") });
  shop.commit("Say what the shop is", { "README.md": "# Shop\n" });
  return shop;
}

/** Line number of a text in one of the shop's sources, from 1. */
function lineOf(source: string, text: string): number {
  return source.slice(0, source.indexOf(text)).split("\n").length;
}

/** The output of the failing checkout. */
export function stackTrace(): string {
  const at = (source: string, text: string) => lineOf(source, text);
  return `checkout fails for codes in lower case
TypeError: Cannot read properties of undefined (reading 'percent')
    at applyDiscount (/srv/shop/src/pricing/discounts.ts:${at(discounts("code"), "discount.percent")}:40)
    at orderTotal (/srv/shop/src/orders/totals.ts:${at(totals(), "applyDiscount(charged")}:42)
    at handleCheckout (/srv/shop/src/http/routes.ts:${at(routes(), "orderTotal(request.lines")}:17)`;
}
