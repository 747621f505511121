import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, preprocessCSS, resolveConfig } from "vite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { classNames, keepSheets, namesOf, shortNames } from "./class-names.ts";

const LIST = `@value button as uiButton from "./ui.module.css";
/* .not this */
.list > li:not(.row):hover,
:global(.other) .row-2 .uiButton {
  margin: 0.5px;
  background: url("a.png");
}
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sluice-names-"));
  writeFileSync(join(folder, "list.module.css"), LIST);
  writeFileSync(join(folder, "ui.module.css"), ".button {\n  color: red;\n}\n");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("finds the classes and animations of a sheet", () => {
  expect(namesOf(".a.b:not(.c) > .d-e { width: 1.5px } /* .f */ @keyframes run { to { opacity: .5 } }")).toEqual([
    "a",
    "b",
    "c",
    "d-e",
    "run",
  ]);
});

it("gives each class of each sheet a name of two characters, the same at each build", () => {
  const nameOf = shortNames(folder);
  const [list, ui] = [join(folder, "list.module.css"), join(folder, "ui.module.css")];
  const names = [nameOf("list", list), nameOf("row", list), nameOf("button", ui)];
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name).toMatch(/^[A-Z][\w-]$/);
  expect(shortNames(folder)("row", list)).toBe(names[1]);
  expect(() => nameOf("nothing", list)).toThrow("list.module.css: .nothing was not found");
});

it("goes on with three characters where a thousand classes are not enough", () => {
  const path = join(folder, "many.module.css");
  writeFileSync(path, Array.from({ length: 2000 }, (_, i) => `.c${i} { color: red }`).join("\n"));
  const nameOf = shortNames(folder);
  const names = Array.from({ length: 2000 }, (_, i) => nameOf(`c${i}`, path));
  expect(new Set(names).size).toBe(2000);
});

it.each([true, false])(
  "names a class of another sheet as that does, and does not copy it (short: %s)",
  async (short) => {
    const config = await resolveConfig({ configFile: false, css: { modules: classNames(folder, short) } }, "build");
    const read = (name: string, text: string) => preprocessCSS(text, join(folder, name), config);
    const ui = await read("ui.module.css", ".button {\n  color: red;\n}\n");
    const list = await read("list.module.css", LIST);
    expect(list.code).toContain(`.other .${list.modules!["row-2"]} .${ui.modules!.button} {`);
    expect(list.code).not.toContain("color: red");
    expect(list.modules).toMatchObject({ list: expect.any(String), row: expect.any(String) });
  },
);

it("keeps the rules of a sheet of which only a name is used, and leaves nothing of it in the script", async () => {
  const main = join(folder, "main.js");
  writeFileSync(main, 'import * as css from "./ui.module.css";\nconsole.log(`${css.button} wide`);\n');
  const built = await build({
    configFile: false,
    logLevel: "silent",
    root: folder,
    css: { modules: classNames(folder, true) },
    plugins: [keepSheets()],
    build: { write: false, rolldownOptions: { input: main } },
  });
  const { output } = (Array.isArray(built) ? built : [built]).flatMap((one) => ("output" in one ? one : []))[0]!;
  const script = output.find((one) => one.type === "chunk")!;
  const sheet = output.find((one) => one.type === "asset")!;
  const name = shortNames(folder)("button", join(folder, "ui.module.css"));
  expect(script.code).toContain(`${name} wide`);
  expect(script.code).not.toContain("debugger");
  expect(sheet.source).toContain(`.${name}{color:red}`);
});
