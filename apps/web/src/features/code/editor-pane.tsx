/** The configuration's text. The editor itself loads shortly after the page. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useApp } from "../../core/page/app-context.ts";
import { useFocusRequest } from "../../core/page/use-focus-request.ts";
import * as controlsCss from "../../ui/controls.module.css";
import * as paneCss from "../../ui/pane.module.css";
import * as css from "./code.module.css";
import type { CodeEditor } from "./code-editor.ts";

export function EditorPane({ theme }: { theme: "light" | "dark" }) {
  const app = useApp();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | null>(null);
  const themeNow = useRef(theme);
  const [failed, setFailed] = useState<string | null>(null);

  useEffect(() => {
    let gone = false;
    import("./code-editor.ts").then(
      ({ createCodeEditor }) => {
        if (!gone && host.current !== null) editor.current = createCodeEditor(app, host.current, themeNow.current);
      },
      () => setFailed("The editor could not be loaded. Reload the page to try again."),
    );
    return () => {
      gone = true;
      editor.current?.dispose();
      editor.current = null;
    };
  }, [app]);
  useEffect(() => {
    themeNow.current = theme;
    editor.current?.setTheme(theme);
  }, [theme]);

  const pane = useRef<HTMLElement>(null);
  useFocusRequest("code-pane", () => pane.current?.focus());
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.target !== pane.current) return;
    event.preventDefault();
    app.stores.view.setState({ focus: { on: "code" } });
  };

  return (
    <section
      ref={pane}
      className={`${paneCss.pane} ${css.editorPane}`}
      aria-label="Configuration"
      aria-keyshortcuts="Enter"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {failed !== null && (
        <p className={`${controlsCss.note} tone-error`} role="alert">
          {failed}
        </p>
      )}
      <div className={css.editorHost} ref={host} />
    </section>
  );
}
