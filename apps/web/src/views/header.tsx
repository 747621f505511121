/** Name of the pipeline, examples, import and export, the server's state, theme and help. */
import { Command, Copy, Download, FileInput, FolderOpen, HelpCircle, Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { copyConfig, exportFile } from "../commands/export-file.ts";
import { importFile } from "../commands/import-file.ts";
import { openExample } from "../commands/open-example.ts";
import { rename } from "../commands/rename.ts";
import { openDialog, setTheme } from "../commands/settings.ts";
import { EXAMPLES } from "../examples/index.ts";
import { ELEMENT_IDS } from "../platform.ts";
import { useApp, useAppState } from "./app-context.ts";
import { Menu } from "./menu.tsx";
import { ServerStatus } from "./server-status.tsx";

const THEMES = [
  { value: "light", label: "Light", Icon: Sun },
  { value: "dark", label: "Dark", Icon: Moon },
  { value: "system", label: "As the system", Icon: Monitor },
] as const;

export function Header() {
  const app = useApp();
  const theme = useAppState("settings", (state) => state.theme);
  const ThemeIcon = THEMES.find(({ value }) => value === theme)!.Icon;
  return (
    <header className="header">
      <span className="brand">
        <svg viewBox="0 0 32 32" width="20" height="20" aria-hidden="true">
          <rect width="32" height="32" rx="7" />
          <path d="M5 13c4 0 4 6 8 6s4-6 8-6 4 3 6 3M16 4v9M16 19v9" />
        </svg>
        Sluice
      </span>
      <PipelineName />
      <Menu
        label="Open an example"
        items={EXAMPLES.map((example) => ({
          label: example.name,
          detail: example.about,
          run: () => openExample(app, example),
        }))}
      >
        <FolderOpen aria-hidden="true" size={15} /> Examples
      </Menu>
      <span className="header-space" />
      <button type="button" className="button" onClick={() => app.platform.chooseConfigFile()}>
        <FileInput aria-hidden="true" size={15} /> Import
      </button>
      <input
        id={ELEMENT_IDS.configFile}
        type="file"
        accept=".alloy,.river,.txt,text/plain"
        aria-label="Configuration file"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file !== undefined) void importFile(app, file);
        }}
      />
      <Menu
        label="Export the configuration"
        align="end"
        items={[
          { label: "Download as .alloy", icon: <Download size={14} />, run: () => exportFile(app) },
          { label: "Copy to the clipboard", icon: <Copy size={14} />, run: () => void copyConfig(app) },
        ]}
      >
        <Download aria-hidden="true" size={15} /> Export
      </Menu>
      <ServerStatus />
      <Menu
        label="Theme"
        align="end"
        className="button icon-button"
        items={THEMES.map(({ value, label }) => ({ label, checked: theme === value, run: () => setTheme(app, value) }))}
      >
        <ThemeIcon aria-hidden="true" size={15} />
      </Menu>
      <button
        type="button"
        className="button icon-button"
        aria-label="Command palette"
        title="Command palette (⌘K)"
        onClick={() => openDialog(app, "palette")}
      >
        <Command aria-hidden="true" size={15} />
      </button>
      <button
        type="button"
        className="button icon-button"
        aria-label="Keyboard shortcuts and about"
        title="Keyboard shortcuts and about (?)"
        onClick={() => openDialog(app, "help")}
      >
        <HelpCircle aria-hidden="true" size={15} />
      </button>
    </header>
  );
}

function PipelineName() {
  const app = useApp();
  const name = useAppState("document", (state) => state.name);
  const [draft, setDraft] = useState(name);
  useEffect(() => setDraft(name), [name]);
  useEffect(() => {
    document.title = `${name} · Sluice`;
  }, [name]);
  return (
    <input
      className="pipeline-name"
      aria-label="Name of the pipeline"
      spellCheck={false}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => (draft.trim() === "" ? setDraft(name) : rename(app, draft))}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key === "Escape") setDraft(name);
      }}
    />
  );
}
