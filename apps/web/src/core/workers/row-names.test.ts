import { describe, expect, it } from "vitest";
import { automaticNames, ROW_TIME } from "./row-names.ts";

describe("the default values of rows", () => {
  it.each<[string, Readonly<Record<string, number>>, readonly string[]]>([
    ["time, level and message", { msg: 10, [ROW_TIME]: 10, level: 10, app: 10 }, [ROW_TIME, "level", "msg"]],
    ["level and message without a time of their own", { severity: 9, Message: 9 }, ["severity", "Message"]],
    ["time and message without a level", { content: 10, [ROW_TIME]: 10 }, [ROW_TIME, "content"]],
    ["the nearer of two names", { content: 10, msg: 10, message: 10, lvl: 10, level: 10 }, ["level", "message"]],
    ["the line without a message", { level: 10, [ROW_TIME]: 10 }, []],
    ["the line with a message alone", { msg: 10 }, []],
    ["the line where few entries have them", { msg: 5, level: 5 }, []],
    ["the line where there is nothing", {}, []],
  ])("is %s", (_, counts, names) => {
    expect(automaticNames(new Map(Object.entries(counts)), 10)).toEqual(names);
  });
});
