/** Lists of S3 in XML: what real servers answer, and what is refused. */
import { expect, test } from "vitest";
import { parseErrorCode, parseListPage } from "../../src/s3/list-xml.js";

const object = (key: string, time = "2026-11-27T06:17:53.123Z", size = "12") =>
  `<Contents><Key>${key}</Key><LastModified>${time}</LastModified><ETag>&quot;d41d&quot;</ETag><Size>${size}</Size><StorageClass>STANDARD</StorageClass><Owner><ID>sdl</ID></Owner></Contents>`;
const list = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>bucket</Name><Prefix>team/</Prefix><MaxKeys>1000</MaxKeys>${content}<KeyCount>1</KeyCount></ListBucketResult>`;

test("objects, entities, and the token of the next page", () => {
  const text = list(
    `<NextContinuationToken>a&amp;b&#x2b;&#43;</NextContinuationToken><IsTruncated>true</IsTruncated>${object("team/a")}${object("team/&lt;&apos;&#246;", "2026-11-27T06:17:53Z", "0")}`,
  );
  expect(parseListPage(text)).toEqual({
    objects: [
      { key: "team/a", sizeBytes: 12, putAtMs: Date.UTC(2026, 10, 27, 6, 17, 53, 123) },
      { key: "team/<'ö", sizeBytes: 0, putAtMs: Date.UTC(2026, 10, 27, 6, 17, 53) },
    ],
    continuation: "a&b++",
  });
  expect(parseListPage(list("<IsTruncated>false</IsTruncated>"))).toEqual({ objects: [], continuation: undefined });
});

test.each([
  ["no list", "<Error><Code>NoSuchBucket</Code></Error>"],
  ["a web page", "<html><body>Sign in</body></html>"],
  ["cut short", list(`<IsTruncated>false</IsTruncated>${object("a")}`).slice(0, -30)],
  ["an object cut short", list(`<IsTruncated>false</IsTruncated>${object("a")}<Contents><Key>b</Key>`)],
  ["truncated without a token", list("<IsTruncated>true</IsTruncated>")],
  ["no word on the end", list(object("a"))],
  ["no time", list(`<IsTruncated>false</IsTruncated>${object("a", "yesterday")}`)],
  ["no size", list(`<IsTruncated>false</IsTruncated>${object("a", undefined, "-1")}`)],
])("%s is refused", (_, text) => {
  expect(parseListPage(text)).toBeUndefined();
});

test("the code of an error", () => {
  expect(parseErrorCode("<?xml version='1.0'?><Error><Code>SlowDown</Code><Message>x</Message></Error>")).toBe(
    "SlowDown",
  );
  expect(parseErrorCode("")).toBe("");
});
