// `npm run pack:vscode [-- --to FOLDER]`: builds the extension of VS Code, `sluice-VERSION.vsix`, with the language server
// and the page in it. `code --install-extension sluice-VERSION.vsix` installs it.
//
// A VSIX is a zip file of the extension, a manifest in XML and the types of the files. It is written here and not by
// `@vscode/vsce`, whose 200 packages, native ones among them, are there to publish.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { zipSync } from "fflate";
import { isMainModule } from "../base/main-module.mjs";
import { buildOrExit } from "../build.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Of the manifest, what means something to VS Code. */
const OF_MANIFEST = [
  "displayName",
  "description",
  "version",
  "publisher",
  "license",
  "engines",
  "categories",
  "keywords",
  "main",
  "activationEvents",
  "extensionKind",
  "capabilities",
  "contributes",
];
/** Of the page, compressed copies: the archive is compressed, and the page is served on this machine only. */
const COPY = /\.(?:br|gz)$/;
/** The same sources make the same archive. */
const DATE = new Date(Date.UTC(1980, 0, 1, 12));

/** The extension's name in VS Code, in its id and in the file's. */
export const EXTENSION = "sluice";

/** @type {Readonly<Record<string, string>>} */
const ENTITIES = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&apos;" };
/** @param {string} text */
const escapeXml = (text) => text.replace(/[<>&"']/g, (char) => ENTITIES[char]);

/**
 * @typedef {object} Manifest What the archive's manifest takes from that of the extension.
 * @property {string} displayName
 * @property {string} description
 * @property {string} version
 * @property {string} publisher
 * @property {readonly string[]} keywords
 * @property {readonly string[]} categories
 * @property {{ vscode: string }} engines
 * @property {readonly string[]} extensionKind
 */

/** @param {Manifest} manifest */
function vsixManifest({ displayName, description, version, publisher, keywords, categories, engines, extensionKind }) {
  /**
   * @param {string} id
   * @param {string} value
   */
  const property = (id, value) =>
    `      <Property Id="Microsoft.VisualStudio.Code.${id}" Value="${escapeXml(value)}" />`;
  /**
   * @param {string} type
   * @param {string} path
   */
  const asset = (type, path) =>
    `    <Asset Type="Microsoft.VisualStudio.${type}" Path="extension/${path}" Addressable="true" />`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${EXTENSION}" Version="${version}" Publisher="${publisher}" />
    <DisplayName>${escapeXml(displayName)}</DisplayName>
    <Description xml:space="preserve">${escapeXml(description)}</Description>
    <Tags>${escapeXml(keywords.join(","))}</Tags>
    <Categories>${escapeXml(categories.join(","))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
${[
  property("Engine", engines.vscode),
  property("ExtensionDependencies", ""),
  property("ExtensionPack", ""),
  property("ExtensionKind", extensionKind.join(",")),
  property("LocalizedLanguages", ""),
  property("ExecutesCode", "true"),
].join("\n")}
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code" />
  </Installation>
  <Dependencies />
  <Assets>
${[
  asset("Code.Manifest", "package.json"),
  asset("Services.Content.Details", "README.md"),
  asset("Services.Content.License", "LICENSE.txt"),
].join("\n")}
  </Assets>
</PackageManifest>
`;
}

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  ".cjs": "application/javascript",
  ".css": "text/css",
  ".html": "text/html",
  ".js": "application/javascript",
  ".json": "application/json",
  ".md": "text/markdown",
  ".mjs": "application/javascript",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".vsixmanifest": "text/xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** @param {readonly string[]} paths */
function contentTypes(paths) {
  const found = [...new Set(paths.map((path) => extname(path).toLowerCase()))].filter((one) => one !== "").sort();
  const lines = found.map(
    (one) => `  <Default Extension="${one}" ContentType="${TYPES[one] ?? "application/octet-stream"}" />`,
  );
  const nameless = paths.filter((path) => extname(path) === "");
  for (const path of nameless) lines.push(`  <Override PartName="/${path}" ContentType="application/octet-stream" />`);
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
${lines.join("\n")}
</Types>
`;
}

/**
 * The files below `folder`, by the names that they get below `name`.
 * @param {string} folder
 * @param {string} name
 * @returns {Generator<[name: string, bytes: Buffer]>}
 */
function* filesOf(folder, name) {
  for (const entry of readdirSync(folder).sort()) {
    const path = join(folder, entry);
    if (statSync(path).isDirectory()) yield* filesOf(path, `${name}${entry}/`);
    else yield [`${name}${entry}`, readFileSync(path)];
  }
}

/**
 * Packs what is built, with the page in folder `page`; gives the bytes of the archive.
 * @param {string} page
 */
export function packExtension(page) {
  const given = JSON.parse(readFileSync(join(root, "apps/vscode/package.json"), "utf8"));
  const manifest = { name: EXTENSION, ...Object.fromEntries(OF_MANIFEST.map((key) => [key, given[key]])) };
  /** @type {[name: string, bytes: Buffer][]} */
  const files = [
    ["extension/package.json", Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)],
    ["extension/README.md", readFileSync(join(root, "apps/vscode/README.md"))],
    ["extension/LICENSE.txt", readFileSync(join(root, "LICENSE"))],
    ...filesOf(join(root, "apps/vscode/bundle"), "extension/"),
    ...[...filesOf(page, "extension/page/")].filter(([name]) => !COPY.test(name)),
  ];
  /** @type {[name: string, bytes: Buffer][]} */
  const all = [["extension.vsixmanifest", Buffer.from(vsixManifest(given))], ...files];
  const types = contentTypes(all.map(([name]) => name));
  return zipSync(Object.fromEntries([["[Content_Types].xml", Buffer.from(types)], ...all]), { level: 9, mtime: DATE });
}

if (isMainModule(import.meta.url)) {
  const { values } = parseArgs({ options: { to: { type: "string", default: "." } } });
  buildOrExit(["vscode", "page"]);
  const { version } = JSON.parse(readFileSync(join(root, "apps/vscode/package.json"), "utf8"));
  const file = join(resolve(values.to), `${EXTENSION}-${version}.vsix`);
  writeFileSync(file, packExtension(join(root, "apps/web/dist")));
  console.log(file);
}
