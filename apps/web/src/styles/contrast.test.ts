/** Computes the contrast of every colour on the grounds that it is used on, in both themes, from the style sheet itself. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

type Colours = Record<string, string>;

function read(from: number): Colours {
  const body = css.slice(from).split("}")[0]!;
  return Object.fromEntries([...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((match) => [match[1]!, match[2]!]));
}

function luminance(hex: string): number {
  const channels = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * channels[0]! + 0.7152 * channels[1]! + 0.0722 * channels[2]!;
}

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

type Pair = readonly [string, string];
const on = (inks: readonly string[], grounds: readonly string[]): Pair[] =>
  inks.flatMap((ink) => grounds.map((ground) => [ink, ground] as const));

const GROUNDS = ["ground", "pane", "raised", "sunken", "hover", "selected"];
const OUTCOMES = ["changed", "dropped", "missed", "held", "error", "good"];
const GROUPS = [1, 2, 3, 4, 5, 6].map((i) => `group-${i}`);

const TEXTS: readonly Pair[] = [
  ...on(["text", "muted", "faint", "accent", ...OUTCOMES], GROUNDS),
  ...on(["code-key", "code-string", "code-number", "code-comment"], ["pane", "sunken", "selected"]),
  ...OUTCOMES.map((tone) => [tone, `${tone}-tint`] as const),
  // What is marked stays text; removed text is muted; the band has a link.
  ...on(["text"], [...OUTCOMES.map((tone) => `${tone}-tint`), "match", "stop", ...GROUPS]),
  ["muted", "error-tint"],
  ["accent", "missed-tint"],
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  // Frames that have nothing to tell.
  ["text", "track"],
  // Tooltips and notices are the other way round.
  ["pane", "text"],
];

const MARKS: readonly Pair[] = [
  ...on(["control", "focus"], ["pane", "ground", "raised"]),
  ...on(
    OUTCOMES.map((tone) => `${tone}-bar`),
    ["pane"],
  ),
  ...GROUPS.map((group) => [`${group}-ink`, group] as const),
];

describe.each([
  ["light", css.indexOf("color-scheme: light")],
  ["dark", css.indexOf("color-scheme: dark")],
])("%s theme", (_, from) => {
  const colours = read(from);
  it.each(TEXTS)("%s on %s has at least 4.5 : 1", (text, ground) => {
    expect(contrast(colours[text]!, colours[ground]!)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(MARKS)("%s on %s has at least 3 : 1", (mark, ground) => {
    expect(contrast(colours[mark]!, colours[ground]!)).toBeGreaterThanOrEqual(3);
  });
  it("says nothing of a colour that nobody computes", () => {
    const computed = new Set([...TEXTS, ...MARKS].flat());
    // Hairlines and empty tracks part things that are told apart otherwise, too; untouched entries are the bar's ground.
    const decoration = new Set(["line", "line-strong", "track", "flow-bar"]);
    expect(Object.keys(colours).filter((name) => !computed.has(name) && !decoration.has(name))).toEqual([]);
  });
});
