import { describe, expect, it } from "vitest";
import { findLabelProblem, ingestName, pushLabels } from "./labels.ts";

const NONE = new Map<string, string>();

describe("labels that no server would take", () => {
  it.each<[string, readonly (readonly [string, string])[], string | undefined]>([
    ["none at all", [], "invalid labels in profile: service name is required"],
    ["an empty name", [["", "x"]], "invalid labels in profile: invalid label name: label name is required"],
    [
      "a hyphen",
      [
        ["__name__", "n"],
        ["a-b", "x"],
      ],
      "invalid labels in profile: invalid label name: invalid label name: a-b: character is not allowed: '-'",
    ],
    ["a name that begins with a digit, which may be", [["0a", "x"]], undefined],
    [
      "values of any kind",
      [
        ["__name__", "n m"],
        ["a", "{=,}"],
      ],
      undefined,
    ],
  ])("%s", (_name, labels, problem) => expect(findLabelProblem(labels)).toBe(problem));
});

describe("the name of an ingested profile", () => {
  it.each<[string, readonly (readonly [string, string])[], Record<string, string>, string]>([
    [
      "has labels sorted by bytes, internal ones too",
      [
        ["b", "1"],
        ["__x__", "2"],
        ["__name__", "n"],
      ],
      {},
      "n{__x__=2,b=1}",
    ],
    [
      "is the service, where there is one",
      [
        ["__name__", "n"],
        ["service_name", "s"],
      ],
      {},
      "s{service_name=s}",
    ],
    [
      "is not the service that is put on every profile",
      [["__name__", "n"]],
      { service_name: "s" },
      "n{service_name=s}",
    ],
    ["may be put on every profile", [["__name__", "n"]], { __name__: "m", a: "b" }, "m{a=b}"],
    [
      "loses what is put on as nothing",
      [
        ["__name__", "n"],
        ["a", "b"],
      ],
      { a: "" },
      "n{}",
    ],
  ])("%s", (_name, labels, external, name) => {
    expect(ingestName(labels, new Map(Object.entries(external)))).toBe(name);
  });
});

describe("the labels of a push", () => {
  it("are without internal ones, but for those that servers need", () => {
    const labels = [
      ["__delta__", "false"],
      ["__name__", "n"],
      ["__x__", "1"],
      ["a", "b"],
    ] as const;
    expect(pushLabels(labels, NONE)).toEqual([labels[0], labels[1], labels[3]]);
  });

  it("have what is put on every profile, internal or not", () => {
    const external = new Map([
      ["__x__", "1"],
      ["a", ""],
      ["service_name", "s"],
    ]);
    expect(pushLabels([["a", "b"]], external)).toEqual([
      ["__x__", "1"],
      ["service_name", "s"],
    ]);
  });
});
