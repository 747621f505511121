import { queryPairs } from "@sluice/languages/gourl";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { QueryLabels, withAdvice } from "./ingest.ts";

/** What the name of a query is, read as a whole. */
const nameOf = (query: string) =>
  [...queryPairs(Buffer.from(query, "latin1"))].find(([key]) => key === "name")?.[1] ?? "";

describe("the labels of a query", () => {
  const labels = new QueryLabels();

  it.each([
    ["from=1&name=a&until=2", "a"],
    ["name=first&name=second", "first"],
    ["n%61me=escaped&name=plain", "escaped"],
    ["name=a;b&name=c", "c"],
    ["name=%zz&name=c", "c"],
    ["NAME=a&names=b&name=c", "c"],
  ])("%s", (query, name) => {
    for (let i = 0; i < 2; i++)
      expect(labels.of(query).labels).toEqual([
        ["__name__", name],
        ["service_name", name],
      ]);
  });

  it.each(["", "name", "name=", "name=&name=a", "name=a%20b"])("are none, with the reason: %j", (query) => {
    expect(labels.of(query)).toEqual({
      received: new Map(),
      labels: [],
      problem: expect.stringMatching(/service name/),
    });
  });

  it("are those of the name that the whole query has, whatever it is made of", () => {
    const part = fc.constantFrom("name", "n%61me", "=", "&", ";", "%zz", "%", "a", "b", "+", "%3D", "{c=d}");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const query = parts.join("");
        expect(labels.of(query)).toEqual(new QueryLabels().of(`name=${encodeURIComponent(nameOf(query))}`));
      }),
    );
  });

  it("remembers no more than so many names", () => {
    for (let i = 0; i < 5000; i++) expect(labels.of(`name=a${i}`).labels[0]).toEqual(["__name__", `a${i}`]);
  });
});

describe("the answer to a client whose profile was refused", () => {
  const reply = { status: 422, headers: {}, body: "Unprocessable Entity\n" };
  const answer = (url: string, body: string) => withAdvice(reply, { url, rawHeaders: [] }, [Buffer.from(body)]).body;

  it("says what to change, where the request shows it", () => {
    expect(answer("/ingest?name=shop", "[object FormData]")).toMatch(
      /^Unprocessable Entity\nThe client sent the text \[object FormData\] instead of a profile: .*\n$/,
    );
    // A target's answer to a profile without a name is passed on as it is.
    expect(answer("/ingest?from=1", "a;b 1\n")).toBe("Unprocessable Entity\n");
  });

  it("is the original's where nothing is wrong with the request", () => {
    expect(answer("/ingest?name=shop&from=1&until=2", "a;b 1\n")).toBe(reply.body);
  });

  it("does not look into large bodies", () => {
    expect(answer("/ingest?from=1", "a;b 1\n".repeat(200_000))).toBe(reply.body);
  });
});
