import { describe, expect, it } from "vitest";
import {
  type CaptureFields,
  nothingCaptured,
  readCount,
  requestOf,
  targetsOf,
  usualFields,
} from "./capture-request.ts";

const OFFERED = {
  components: ["loki.process.a", "loki.process.b"],
  journals: [],
  lokis: [{ name: "main", url: "http://loki:3100" }],
  most: { entries: 1000, bytes: 1_000_000, seconds: 60 },
  usual: { entries: 100, bytes: 100_000, seconds: 10 },
};
const FIELDS: CaptureFields = { from: "", selector: "", text: "", entries: "100", seconds: "10" };
const [ofA, , ofLoki] = targetsOf(OFFERED);

describe("the fields of a capture", () => {
  it("begin with the usual counts and the first wanted component that the server offers", () => {
    expect(usualFields(OFFERED, [undefined, "loki.process.b"])).toEqual({
      from: "What enters loki.process.b",
      entries: "100",
      seconds: "10",
    });
    expect(usualFields(OFFERED, ["loki.process.gone", "loki.process.a"]).from).toBe("What enters loki.process.a");
    const journals = ["logs.journal.j", "logs.journal.k"];
    expect(usualFields({ ...OFFERED, journals }, ["loki.process.a"], "logs.journal.k").from).toBe(
      "The last hour in logs.journal.k",
    );
    expect(usualFields(OFFERED, ["loki.process.b"], "logs.journal.gone").from).toBe("What enters loki.process.b");
    expect(usualFields({ ...OFFERED, components: [] }, ["loki.process.a"]).from).toBe("Stored in http://loki:3100");
    expect(usualFields({ ...OFFERED, components: [], lokis: [] }, []).from).toBe("");
  });

  it("take whole numbers within the limits", () => {
    expect(["1", " 60 ", "0", "61", "", "1.5", "-1", "1e1", "1000000"].map((text) => readCount(text, 60))).toEqual([
      1,
      60,
      ...Array(7).fill(undefined),
    ]);
  });
});

describe("the request of a capture", () => {
  const request = (fields: Partial<CaptureFields>, target = ofA!) =>
    requestOf({ ...FIELDS, ...fields }, target, OFFERED.most);

  it("of a journal has what is filled in, and no time", () => {
    const [target] = targetsOf({ ...OFFERED, components: [], journals: ["logs.journal.j"] });
    expect(target).toEqual({ name: "The last hour in logs.journal.j", journal: "logs.journal.j" });
    expect(request({ text: "GET", seconds: "no" }, target)).toEqual({
      journal: "logs.journal.j",
      text: "GET",
      entries: 100,
    });
  });

  it("of a component has the selector and the text that are filled in", () => {
    expect(request({})).toEqual({ component: "loki.process.a", entries: 100, seconds: 10 });
    expect(request({ selector: ' {job="a"} ', text: " GET" })).toEqual({
      component: "loki.process.a",
      selector: '{job="a"}',
      text: " GET",
      entries: 100,
      seconds: 10,
    });
    expect(request({ entries: "1001" })).toBeUndefined();
    expect(request({ seconds: "" })).toBeUndefined();
  });

  it("of a Loki needs a query, and neither a text nor seconds", () => {
    expect(request({}, ofLoki!)).toBeUndefined();
    expect(request({ selector: '{job="a"}', text: "GET", seconds: "x" }, ofLoki!)).toEqual({
      loki: "main",
      query: '{job="a"}',
      entries: 100,
    });
  });

  it("names why nothing was captured", () => {
    const answer = { samples: "", entries: 0, bytes: 0, seen: 1, ended: "time" as const, replaced: {} };
    expect(nothingCaptured(answer)).toBe("Nothing was captured: none of 1 entry matched; the time ran out.");
    expect(nothingCaptured({ ...answer, seen: 2, ended: "entries" })).toBe(
      "Nothing was captured: none of 2 entries matched; no more came.",
    );
  });
});
