/** Computes the contrast of every colour on its grounds, in both themes, from the style sheet itself. */
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

/** Converts an oklch colour as in CSS Color 4; values outside the screen's range are clipped. */
function oklchLuminance(lightness: number, chroma: number, hue: number): number {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (channel: number) => Math.min(1, Math.max(0, channel));
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
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
  // Marked text keeps the text colour; removed text is muted; the band has a link.
  ...on(["text"], [...OUTCOMES.map((tone) => `${tone}-tint`), "match", "stop", ...GROUPS]),
  ["muted", "error-tint"],
  ["accent", "missed-tint"],
  ["on-accent", "accent"],
  ["on-accent", "accent-hover"],
  // Neutral frames.
  ["text", "track"],
  // Tooltips and notices are inverted.
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
  it.each(["frame", "frame-deep"])("text on a %s of any hue has at least 4.5 : 1", (name) => {
    const [, lightness, chroma] = new RegExp(`--${name}: (\\d+)% ([\\d.]+);`).exec(css.slice(from))!;
    for (let hue = 0; hue < 360; hue += 15) {
      const ground = oklchLuminance(Number(lightness) / 100, Number(chroma), hue);
      const text = luminance(colours.text!);
      const [light, dark] = ground > text ? [ground, text] : [text, ground];
      expect((light + 0.05) / (dark + 0.05), `${hue}`).toBeGreaterThanOrEqual(4.5);
    }
  });
  it.each(MARKS)("%s on %s has at least 3 : 1", (mark, ground) => {
    expect(contrast(colours[mark]!, colours[ground]!)).toBeGreaterThanOrEqual(3);
  });
  it("covers every colour", () => {
    const computed = new Set([...TEXTS, ...MARKS].flat());
    // Hairlines and empty tracks separate things that also differ otherwise; untouched entries are the bar's ground.
    const decoration = new Set(["line", "line-strong", "track", "flow-bar"]);
    expect(Object.keys(colours).filter((name) => !computed.has(name) && !decoration.has(name))).toEqual([]);
  });
});
