import { expect, it } from "vitest";
import { endSentence } from "./sentence.ts";

it.each([
  ["Added stage.json", "Added stage.json."],
  ["Renamed to “shop”", "Renamed to “shop”."],
  ["Added a drop for “GET /cart …”", "Added a drop for “GET /cart …”"],
  ["Copied GET /cart…", "Copied GET /cart…"],
  ["Renamed to “v1.”", "Renamed to “v1.”"],
  ["It does not parse.", "It does not parse."],
  ["Removed it (3 entries)", "Removed it (3 entries)."],
])("ends a sentence once: %s", (text, ended) => {
  expect(endSentence(text)).toBe(ended);
});
