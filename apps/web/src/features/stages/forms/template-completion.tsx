/** Suggests functions and fields while a template is typed. */
import type { TemplateCompletions } from "@sluice/engine";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useApp } from "../../../core/page/app-context.ts";
import { counted } from "../../../core/text/counted.ts";
import * as menuCss from "../../../ui/menu.module.css";
import { insertText } from "../controls/insert-text.ts";
import * as css from "./forms.module.css";
import { useNames } from "./use-names.ts";

/** Names available to templates in addition to extracted values. */
const OWN_FIELDS = ["Value", "Entry"];

export interface TemplateCompletionState {
  readonly aria: Readonly<Record<string, string | boolean | undefined>>;
  readonly list: ReactNode;
  /** Looks up the suggestions at `offset` of `text`. */
  ask(text: string, offset: number): void;
  close(): void;
  /** Handles keys of the list; false: the key is not for it. */
  onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): boolean;
}

export function useTemplateCompletion(
  enabled: boolean,
  area: RefObject<HTMLTextAreaElement | null>,
): TemplateCompletionState {
  const { items, span, at, setAt, ask, close } = useFound(enabled);
  const id = useId();
  const open = items.length > 0;
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at]);

  const take = (index: number) => {
    const item = items[index];
    const field = area.current;
    if (item === undefined || field === null) return;
    insertText(field, item.label, span.start, span.end);
    close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (!enabled) return false;
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      ask(event.currentTarget.value, event.currentTarget.selectionStart);
      return true;
    }
    if (!open) return false;
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0) setAt((at + by + items.length) % items.length);
    else if (event.key === "Enter" || event.key === "Tab") take(at);
    else if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else return false;
    event.preventDefault();
    return true;
  };
  return {
    aria: enabled
      ? {
          // A multi-line field cannot be a combobox.
          "aria-haspopup": "listbox",
          "aria-autocomplete": "list",
          "aria-controls": open ? id : undefined,
          "aria-activedescendant": open ? `${id}-${at}` : undefined,
        }
      : {},
    list: enabled && (
      <>
        <span className="visually-hidden" role="status">
          {open && counted(items.length, "suggestion")}
        </span>
        {open && <Suggestions id={id} list={list} items={items} at={at} onTake={take} />}
      </>
    ),
    ask,
    close,
    onKeyDown,
  };
}

const NONE: TemplateCompletions = { items: [], start: 0, end: 0 };

/** The suggestions of the last question, and the chosen one. */
function useFound(enabled: boolean) {
  const app = useApp();
  const names = useNames(enabled ? "extracted" : undefined);
  const [{ items, ...span }, setFound] = useState(NONE);
  const [at, setAt] = useState(0);
  const asked = useRef(0);
  const close = () => {
    asked.current++;
    setFound(NONE);
  };
  const ask = (text: string, offset: number) => {
    if (!enabled) return;
    const nth = ++asked.current;
    const fields = [...OWN_FIELDS, ...names.map(({ name }) => name)];
    void app.language.completeTemplate(text, offset, fields).then((answer) => {
      if (nth !== asked.current) return;
      setAt(0);
      setFound(answer ?? NONE);
    });
  };
  return { items, span, at, setAt, ask, close };
}

interface SuggestionsProps {
  readonly id: string;
  readonly list: RefObject<HTMLDivElement | null>;
  readonly items: TemplateCompletions["items"];
  readonly at: number;
  onTake(index: number): void;
}

function Suggestions({ id, list, items, at, onTake }: SuggestionsProps) {
  const about = plain(items[at]?.documentation ?? "");
  return (
    <div className={css.completion}>
      <div id={id} ref={list} aria-label="Suggestions" role="listbox" className={menuCss.menuList}>
        {items.map((item, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are taken where the text is typed
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays where the text is typed
          <div
            key={item.label}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === at}
            className={menuCss.menuItem}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onTake(i)}
          >
            <span className="mono">
              {item.kind === "field" && "."}
              {item.label}
              <span className="faint">{item.detail}</span>
            </span>
          </div>
        ))}
      </div>
      {about !== "" && <p className={`${css.completionDoc} muted small-text`}>{about}</p>}
    </div>
  );
}

/** The description of a function: the paragraph after its signature. */
const plain = (markdown: string): string => markdown.split("\n\n")[1] ?? "";
