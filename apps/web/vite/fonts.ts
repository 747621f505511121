/**
 * Makes the page's fonts from the packages that they come in: of each only the weights and features that the page has,
 * in parts by character. A browser fetches the parts that are on the screen: ASCII and the page's own signs at first
 * (24 kB), the rest of Latin, Greek or Cyrillic when a log has some. Of the editor's icons, which are ten times as
 * large, only those that its code names. Files are kept in a folder of the cache, named by what they were made from.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import type { Alias } from "vite";

const require = createRequire(import.meta.url);
const cache = fileURLToPath(new URL("../../../node_modules/.cache/sluice-fonts", import.meta.url));

/** Not by resolving a file of it, which packages may forbid. */
function packageFolder(name: string): string {
  const folders = require.resolve.paths(name) ?? [];
  const found = folders.map((folder) => join(folder, name)).find((folder) => existsSync(folder));
  if (found === undefined) throw new Error(`The package ${name} is not installed: run npm ci.`);
  return found;
}

/** As in `ui/tokens.css`. */
const WEIGHTS = { min: 400, max: 600 };
/** Figures of one width, kerning and marks. Ligatures and stylistic sets, which the page does not show, are most of a font. */
const FEATURES = ["ccmp", "kern", "locl", "mark", "mkmk", "tnum"];
const FAMILIES = [
  { name: "Inter Variable", files: "inter" },
  { name: "JetBrains Mono Variable", files: "jetbrains-mono" },
];

/** Printable ASCII, and the signs that the page itself says. */
const FIRST = [...charactersOf("U+0020-007E,U+00A0"), ..."µ·×±–—‘’“”•…−↑↓"];

/** All characters of a CSS `unicode-range`. */
function charactersOf(range: string): string[] {
  return range.split(",").flatMap((part) => {
    const [from = 0, to = from] = part
      .replace("U+", "")
      .split("-")
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i));
  });
}

/** A CSS `unicode-range` of these characters. */
export function rangeOf(characters: readonly string[]): string {
  const codes = [...new Set(characters.map((one) => one.codePointAt(0)!))].sort((a, b) => a - b);
  const parts: { from: number; to: number }[] = [];
  for (const code of codes) {
    const last = parts.at(-1);
    if (last?.to === code - 1) last.to = code;
    else parts.push({ from: code, to: code });
  }
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, "0");
  return parts.map(({ from, to }) => `U+${hex(from)}${to === from ? "" : `-${hex(to)}`}`).join(",");
}

interface Part {
  readonly file: string;
  readonly source: string;
  readonly characters: readonly string[];
}

/** The parts of a family: the first, and each of the package's without what that has. */
function partsOf(files: string): Part[] {
  const folder = packageFolder(`@fontsource-variable/${files}`);
  const ranges = JSON.parse(readFileSync(join(folder, "unicode.json"), "utf8")) as Record<string, string>;
  const source = (part: string) => join(folder, `files/${files}-${part}-wght-normal.woff2`);
  const first = new Set(FIRST);
  return [
    { file: `${files}-first.woff2`, source: source("latin"), characters: FIRST },
    ...Object.entries(ranges).map(([part, range]) => ({
      file: `${files}-${part}.woff2`,
      source: source(part),
      characters: charactersOf(range).filter((one) => !first.has(one)),
    })),
  ];
}

const ICONS = "esm/vs/base/browser/ui/codicons/codicon/codicon";

/** The editor's icons that any of its code names, as characters of their font. */
function usedIcons(monaco: string): string[] {
  const codes = new Map<string, number>();
  const library = readFileSync(join(monaco, "esm/vs/base/common/codiconsLibrary.js"), "utf8");
  const derived = readFileSync(join(monaco, "esm/vs/base/common/codicons.js"), "utf8");
  for (const [, key, name, code] of library.matchAll(/(\w+): register\('([^']+)', (0x[0-9a-f]+)\)/g)) {
    codes.set(key!, Number(code)).set(name!, Number(code));
  }
  for (const [, key, name, of] of derived.matchAll(/(\w+): register\('([^']+)', (?:'([^']+)'|0x[0-9a-f]+)\)/g)) {
    const code =
      of === undefined ? Number(/0x[0-9a-f]+/.exec(derived.slice(derived.indexOf(`'${name}'`)))) : codes.get(of);
    if (code !== undefined) codes.set(key!, code).set(name!, code);
  }
  const used = new Set<number>();
  const folders = ["base", "editor", "platform"].map((name) => join(monaco, "esm/vs", name));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { encoding: "utf8", recursive: true }).map((name) => join(folder, name)),
  );
  for (const file of files.filter((name) => /\.(?:js|css)$/.test(name))) {
    const text = readFileSync(file, "utf8");
    for (const [, key, name, inText] of text.matchAll(/\bCodicon\.(\w+)|codicon-([a-z-]+)|\$\(([a-z-]+)\)/g)) {
      const code = codes.get((key ?? name ?? inText)!);
      if (code !== undefined) used.add(code);
    }
  }
  return [...used].map((code) => String.fromCodePoint(code));
}

async function writeFonts(folder: string): Promise<void> {
  const faces: string[] = [];
  for (const { name, files } of FAMILIES) {
    for (const { file, source, characters } of partsOf(files)) {
      const options = { targetFormat: "woff2", keepFeatures: FEATURES, variationAxes: { wght: WEIGHTS } } as const;
      writeFileSync(join(folder, file), await subsetFont(readFileSync(source), characters.join(""), options));
      faces.push(`@font-face {
  font-family: "${name}";
  font-style: normal;
  font-display: swap;
  font-weight: ${WEIGHTS.min} ${WEIGHTS.max};
  src: url(./${file}) format("woff2-variations");
  unicode-range: ${rangeOf(characters)};
}`);
    }
  }
  writeFileSync(join(folder, "fonts.css"), `${faces.join("\n")}\n`);
  const monaco = packageFolder("monaco-editor");
  const icons = await subsetFont(readFileSync(join(monaco, `${ICONS}.ttf`)), usedIcons(monaco).join(""), {
    targetFormat: "woff2",
  });
  writeFileSync(join(folder, "codicon.woff2"), icons);
  const css = readFileSync(join(monaco, `${ICONS}.css`), "utf8");
  writeFileSync(
    join(folder, "codicon.css"),
    css.replace('codicon.ttf) format("truetype")', 'codicon.woff2) format("woff2")'),
  );
}

/** What they are made from: these packages, and what is done here. */
function fingerprint(): string {
  const packages = ["monaco-editor", "subset-font", ...FAMILIES.map(({ files }) => `@fontsource-variable/${files}`)];
  const hash = createHash("sha256").update(readFileSync(fileURLToPath(import.meta.url)));
  for (const name of packages) hash.update(readFileSync(join(packageFolder(name), "package.json")));
  return hash.digest("hex").slice(0, 16);
}

/** Makes them, unless they are there; where style sheets find them, `sluice-fonts` among them. */
export async function fontAliases(): Promise<Alias[]> {
  const folder = join(cache, fingerprint());
  if (!existsSync(folder)) {
    // Another build may be about it, too.
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    await writeFonts(unfinished);
    try {
      renameSync(unfinished, folder);
    } catch {
      rmSync(unfinished, { recursive: true });
    }
  }
  return [
    { find: "sluice-fonts", replacement: join(folder, "fonts.css") },
    { find: new RegExp(`^.*/${basename(ICONS)}/${basename(ICONS)}\\.css$`), replacement: join(folder, "codicon.css") },
  ];
}
