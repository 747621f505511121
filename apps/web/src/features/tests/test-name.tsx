/** The name of a test, edited in place. */
import { Pencil } from "lucide-react";
import { useState } from "react";
import { useApp, useReadOnly } from "../../core/page/app-context.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { IconButton } from "../../ui/tip.tsx";
import { VisibleText } from "../../ui/value-text.tsx";
import { renameTest } from "./test-commands.ts";
import * as css from "./tests.module.css";
import type { TestRow } from "./tests.ts";

/** The most characters, as in the test file. */
const MAX_NAME = 300;

export function TestName({ row }: { row: TestRow }) {
  const app = useApp();
  const readOnly = useReadOnly();
  const [draft, setDraft] = useState<string | null>(null);
  if (draft === null)
    return (
      <>
        <h2 className={`${css.title} cut`} title={row.name}>
          <VisibleText text={row.name} />
        </h2>
        {!readOnly && <IconButton label="Rename this test" Icon={Pencil} onClick={() => setDraft(row.name)} />}
      </>
    );
  const take = () => {
    setDraft(null);
    void renameTest(app, row, draft);
  };
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the user asked for it and types next
      autoFocus
      className={`${controlsCss.field} ${css.title}`}
      data-own-text="true"
      aria-label="Name of the test"
      maxLength={MAX_NAME}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Enter") take();
        if (event.key !== "Escape") return;
        event.preventDefault();
        setDraft(null);
      }}
    />
  );
}
