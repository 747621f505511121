/** Name of the pipeline, examples, import and export, the server's state, theme and help. */
import { Command, Copy, Download, FileInput, FolderOpen, HelpCircle, Monitor, Moon, Sun } from "lucide-react";
import { useEffect, useState } from "react";
import { EXAMPLES } from "../examples/index.ts";
import { rename } from "../workspace/commands/edit-document.ts";
import { copyConfig, exportFile } from "../workspace/commands/export-file.ts";
import { chooseConfig } from "../workspace/commands/import-file.ts";
import { openExample } from "../workspace/commands/open-example.ts";
import { openDialog, setTheme } from "../workspace/commands/settings.ts";
import { tooltip } from "../workspace/commands/table.ts";
import { useApp, useAppState } from "./app-context.ts";
import { DocumentMenu } from "./document-menu.tsx";
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
      <DocumentMenu />
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
      <button type="button" className="button" onClick={() => void chooseConfig(app)}>
        <FileInput aria-hidden="true" size={15} /> Import
      </button>
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
        title={tooltip(app, "palette")}
        onClick={() => openDialog(app, "palette")}
      >
        <Command aria-hidden="true" size={15} />
      </button>
      <button
        type="button"
        className="button icon-button"
        aria-label="Keyboard shortcuts and about"
        title={tooltip(app, "help")}
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
      data-own-text={draft !== name}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => (draft.trim() === "" || draft.trim() === name ? setDraft(name) : rename(app, draft))}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key === "Escape") setDraft(name);
      }}
    />
  );
}
