import { describe, expect, it } from "vitest";
import { collectLabels } from "./labels.ts";
import { applyServiceName, explainServiceName } from "./service-name.ts";

const apply = (labels: Record<string, string>) => applyServiceName(new Map(Object.entries(labels)));

describe("the service of a profile", () => {
  it("is the profile's name where it says none", () => {
    expect(apply({ __name__: "a", env: "x" })).toEqual({
      labels: [
        ["__name__", "a"],
        ["env", "x"],
        ["service_name", "a"],
      ],
      effect: { label: "service_name", value: "a" },
    });
  });

  it("stays where it is said; the name becomes the app's", () => {
    expect(apply({ __name__: "a", app_name: "old", service_name: "s" })).toEqual({
      labels: [
        ["__name__", "a"],
        ["app_name", "a"],
        ["service_name", "s"],
      ],
      effect: { label: "app_name", value: "a", before: "old" },
    });
  });

  it("takes an app's name away where the profile has no name", () => {
    expect(apply({ app_name: "old", service_name: "s" })).toEqual({
      labels: [["service_name", "s"]],
      effect: { label: "app_name", value: "", before: "old" },
    });
  });

  it("counts as said where it is empty, and then is not there", () => {
    expect(apply({ __name__: "a", service_name: "" }).labels).toEqual([
      ["__name__", "a"],
      ["app_name", "a"],
    ]);
  });

  it("sets nothing without a name", () => expect(apply({}).labels).toEqual([]));

  it("comes with labels sorted by bytes, not by UTF-16 units", () => {
    expect(apply({ "\u{1f600}": "1", "\uffff": "2", a: "3" }).labels.map(([name]) => name)).toEqual([
      "a",
      "\uffff",
      "\u{1f600}",
    ]);
  });
});

it("labels of a series: the last of one name wins, and an empty value deletes", () => {
  expect([
    ...collectLabels([
      ["a", "1"],
      ["b", "1"],
      ["a", "2"],
      ["b", ""],
    ]),
  ]).toEqual([["a", "2"]]);
});

describe("what the rule did, and why", () => {
  it.each<[name: string, labels: Record<string, string>, sentence: string]>([
    [
      "takes the name for the service",
      { __name__: "checkout" },
      "`service_name` was not set, so it became the profile's name, `checkout`.",
    ],
    [
      "finds nothing",
      { env: "a" },
      "The profile has neither a name (`__name__`) nor a `service_name`, so it belongs to no service.",
    ],
    [
      "keeps the name",
      { __name__: "process_cpu", service_name: "s" },
      "`service_name` was set to `s`, which stays; the profile's name, `process_cpu`, was kept as `app_name`.",
    ],
    [
      "keeps the name in place of another",
      { __name__: "cpu", service_name: "s", app_name: "old" },
      "`service_name` was set to `s`, which stays; the profile's name, `cpu`, was kept as `app_name` in place of `old`.",
    ],
    [
      "has no name to keep",
      { service_name: "s" },
      "`service_name` was set to `s`, which stays; the profile has no name (`__name__`), so `app_name` was not set.",
    ],
    [
      "removes what there is of one",
      { service_name: "s", app_name: "old" },
      "`service_name` was set to `s`, which stays; the profile has no name (`__name__`), so `app_name` `old` was removed.",
    ],
    [
      "takes an empty service for one",
      { __name__: "a", service_name: "" },
      "`service_name` was set to an empty text, which removes it; the profile's name, `a`, was kept as `app_name`.",
    ],
    [
      "shortens what is long",
      { __name__: "n".repeat(101) },
      `\`service_name\` was not set, so it became the profile's name, \`${"n".repeat(100)}…\`.`,
    ],
  ])("it %s", (_name, labels, sentence) => {
    const received = new Map(Object.entries(labels));
    expect(explainServiceName(received, applyServiceName(received).effect)).toBe(sentence);
  });
});
