/** The command palette: type, choose, Enter. */
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { openDialog } from "../workspace/commands/settings.ts";
import { paletteCommands, searchCommands } from "../workspace/commands/table.ts";
import { useApp, useAppState } from "./app-context.ts";
import { Modal } from "./modal.tsx";

export function PaletteDialog() {
  const app = useApp();
  const open = useAppState("view", (state) => state.dialog === "palette");
  return (
    <Modal open={open} label="Command palette" className="palette" onClose={() => openDialog(app, "none")}>
      <Palette />
    </Modal>
  );
}

function Palette() {
  const app = useApp();
  const commands = useMemo(() => paletteCommands(app), [app]);
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const found = searchCommands(commands, query);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const at = Math.min(chosen, found.length - 1);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at]);

  const run = (index: number) => {
    const command = found[index];
    if (command === undefined) return;
    openDialog(app, "none");
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setChosen((at + (event.key === "ArrowDown" ? 1 : -1) + found.length) % Math.max(1, found.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(at);
    }
  };
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the palette was opened to type into it
        autoFocus
        className="palette-input"
        role="combobox"
        aria-label="Search commands"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${at}` : undefined}
        placeholder="Type a command"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className="palette-list" id={listId} role="listbox" aria-label="Commands" ref={list}>
        {found.length === 0 && <p className="empty">No matching command.</p>}
        {found.map((command, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the keys
          <div
            key={command.id}
            id={`${listId}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            className="palette-item"
            onClick={() => run(i)}
          >
            <span>{command.title}</span>
            {command.keys !== undefined && <kbd>{command.keys}</kbd>}
          </div>
        ))}
      </div>
    </>
  );
}
