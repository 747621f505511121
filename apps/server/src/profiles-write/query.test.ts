import { expect, it } from "vitest";
import { encodeIngestQuery, escapeName } from "./query.ts";

it.each<[string, string, string]>([
  ["nothing", "", "name=n"],
  ["parameters, which are sorted by bytes", "b=1&a=2&B=3&é=4".replace("é", "%C3%A9"), "B=3&a=2&b=1&name=n&%C3%A9=4"],
  ["one parameter several times, in its order", "a=2&b=x&a=1", "a=2&a=1&b=x&name=n"],
  ["names of profiles, all of which are replaced", "name=a&name=b&x=1", "name=n&x=1"],
  ["no value, and an empty one", "a&b=", "a=&b=&name=n"],
  ["no name of a parameter", "=1", "=1&name=n"],
  ["empty pairs", "&&a=1&", "a=1&name=n"],
  ["blanks", "a=1+2&b=3%204", "a=1+2&b=3+4&name=n"],
  ["an equals sign in a value", "a=b=c", "a=b%3Dc&name=n"],
  ["a semicolon, without which the rest is valid", "a=1;b=2&c=3", "c=3&name=n"],
  ["bad escapes, without which the rest is valid", "a=%&b=%4&c=%zz&%=1&d=%41", "d=A&name=n"],
  ["bytes that are not UTF-8", "a=%FF\xfe", "a=%FF%FE&name=n"],
  ["what need not be escaped", "a=A-Z_0.9~", "a=A-Z_0.9~&name=n"],
])("a query with %s", (_name, query, sent) => expect(encodeIngestQuery(query, "n")).toBe(sent));

it("has the name in UTF-8, escaped", () => {
  expect(encodeIngestQuery("", escapeName("a{b=ü, c}"))).toBe("name=a%7Bb%3D%C3%BC%2C+c%7D");
});

it("takes time in proportion to its length", () => {
  const query = "a=%41;&".repeat(100_000) + "b=%41&".repeat(100_000);
  expect(encodeIngestQuery(query, "n").length).toBe(4 * 100_000 + "name=n".length);
});
