/** A search field above a list to choose from with arrows and Enter, or a click. */
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import * as css from "./choose-list.module.css";
import * as paneCss from "./pane.module.css";

interface ChooseListProps<T> {
  /** The names of the field and of the list. */
  readonly label: string;
  readonly listLabel: string;
  readonly placeholder: string;
  /** The items are still loading: Enter chooses the match once they have arrived. */
  readonly loading?: boolean;
  /** Shown if nothing is found. */
  readonly nothing: string | ((query: string) => string);
  /** Shown above what is found. */
  note?(query: string): string | undefined;
  find(query: string): readonly T[];
  keyOf(item: T): string;
  /** The heading that items stand under, if any; those of one heading come together. */
  groupOf?(item: T, query: string): string | undefined;
  choose(item: T): void;
  readonly children: (item: T) => ReactNode;
}

export function ChooseList<T>({
  label,
  listLabel,
  placeholder,
  loading = false,
  nothing,
  note,
  find,
  keyOf,
  groupOf = () => undefined,
  choose,
  children,
}: ChooseListProps<T>) {
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState(0);
  const found = find(query);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const said = found.length === 0 ? undefined : note?.(query);
  const at = Math.min(chosen, found.length - 1);
  useEffect(() => {
    const option = list.current?.querySelectorAll("[role=option]")[at];
    // With the first one its heading is in sight.
    (at === 0 ? list.current?.firstElementChild : option)?.scrollIntoView({ block: "nearest" });
  }, [at]);

  const chooseAt = () => {
    const item = found[at];
    if (item !== undefined) choose(item);
  };
  const setAwaited = useAwaited(loading, chooseAt);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setChosen((at + (event.key === "ArrowDown" ? 1 : -1) + found.length) % Math.max(1, found.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (loading && found.length === 0) setAwaited(true);
      else chooseAt();
    }
  };
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the user opened it to type into it
        autoFocus
        className={css.input}
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${at}` : undefined}
        placeholder={placeholder}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setChosen(0);
          setAwaited(false);
        }}
        onKeyDown={onKeyDown}
      />
      {said !== undefined && (
        <p className={`${css.note} small-text muted`} role="status">
          {said}
        </p>
      )}
      {found.length === 0 && <p className={paneCss.empty}>{typeof nothing === "string" ? nothing : nothing(query)}</p>}
      <div className={css.list} id={listId} role="listbox" aria-label={listLabel} aria-busy={loading} ref={list}>
        {groupsOf(found, (item) => groupOf(item, query)).map(({ name, first, items }) => {
          const options = items.map((item, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the keys
            <div
              key={keyOf(item)}
              id={`${listId}-${first + i}`}
              role="option"
              tabIndex={-1}
              aria-selected={first + i === at}
              className={css.item}
              onClick={() => choose(item)}
            >
              {children(item)}
            </div>
          ));
          return name === undefined ? (
            options
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is none of a list
            <div key={`${name} ${first}`} role="group" aria-label={name}>
              <p className={css.group} aria-hidden="true">
                {name}
              </p>
              {options}
            </div>
          );
        })}
      </div>
    </>
  );
}

interface Group<T> {
  readonly name: string | undefined;
  /** Place of its first item among all. */
  readonly first: number;
  readonly items: T[];
}

function groupsOf<T>(items: readonly T[], groupOf: (item: T) => string | undefined): readonly Group<T>[] {
  const groups: Group<T>[] = [];
  for (const [first, item] of items.entries()) {
    const name = groupOf(item);
    const last = groups.at(-1);
    if (last !== undefined && last.name === name) last.items.push(item);
    else groups.push({ name, first, items: [item] });
  }
  return groups;
}

/** Runs what was requested during the loading, once it ends. */
function useAwaited(loading: boolean, run: () => void): (awaited: boolean) => void {
  const [awaited, setAwaited] = useState(false);
  const runAwaited = useEffectEvent(() => {
    setAwaited(false);
    run();
  });
  useEffect(() => {
    if (awaited && !loading) runAwaited();
  }, [awaited, loading]);
  return setAwaited;
}
