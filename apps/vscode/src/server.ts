/** The language server that the extension starts, with the page that it opens. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { serveStdio } from "@sluice/language-server";

const inExtension = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
const { version } = JSON.parse(readFileSync(inExtension("package.json"), "utf8"));

await serveStdio({ input: process.stdin, output: process.stdout, version, page: inExtension("page") });
