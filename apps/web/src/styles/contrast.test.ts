/** Computes the contrast of every text colour on the grounds that it is used on, in both themes, from the style sheet itself. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

type Colours = Record<string, string>;

function read(selector: string): Colours {
  const body = css.slice(css.indexOf(`${selector} {`)).split("}")[0]!;
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

const GROUNDS = ["ground", "pane", "raised", "hover", "selected"];
const TEXTS = ["text", "muted", "accent", "good", "changed", "dropped", "removed", "held", "warning", "error"];
const PAIRS: readonly (readonly [string, string])[] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ...["good", "changed", "dropped", "removed", "held", "warning", "error"].map(
    (tone) => [tone, `${tone}-ground`] as const,
  ),
  ["text", "dropped-ground"],
  ["accent", "dropped-ground"],
  ["on-accent", "accent"],
];

describe.each([
  ["light", ":root"],
  ["dark", ':root[data-theme="dark"]'],
])("%s theme", (_, selector) => {
  const colours = read(selector);
  it.each(PAIRS)("%s on %s has at least 4.5 : 1", (text, ground) => {
    expect(contrast(colours[text]!, colours[ground]!)).toBeGreaterThanOrEqual(4.5);
  });
});
