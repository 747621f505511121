/** A list of things to add, each with its name, one sentence and its code. */
import { type ReactNode, useEffect, useState } from "react";
import type { App } from "../core/page/app.ts";
import { useApp } from "../core/page/app-context.ts";
import { parseSentence } from "../core/text/sentence.ts";
import * as chooseListCss from "./choose-list.module.css";
import { ChooseList } from "./choose-list.tsx";
import { Sentence } from "./value-text.tsx";

interface Addable {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly code: string;
}

interface AddableListProps<T extends Addable> {
  /** The kind of thing: `stage`. */
  readonly what: string;
  /** Asks the language worker. Must be the same function on each render. */
  load(app: App): Promise<readonly T[]>;
  find(all: readonly T[], query: string): readonly T[];
  choose(item: T): void;
  /** Shown next to the name. */
  beside(item: T): ReactNode;
  /** Shown above what is found. */
  note?(all: readonly T[], query: string): string | undefined;
  /** Shown if nothing is found; a search that finds nothing should say what could be typed. */
  readonly hint?: string | undefined;
  /** Shown until the list is there. */
  readonly loading?: string | undefined;
  /** Replaces the sentence with something more important. */
  warning?(item: T): string | undefined;
}

export function AddableList<T extends Addable>({
  what,
  load,
  find,
  choose,
  beside,
  note,
  hint = "Try another word.",
  loading = "Loading…",
  warning,
}: AddableListProps<T>) {
  const app = useApp();
  const [all, setAll] = useState<readonly T[] | null>(null);
  useEffect(() => {
    let gone = false;
    void load(app).then((loaded) => !gone && setAll(loaded));
    return () => {
      gone = true;
    };
  }, [app, load]);
  return (
    <ChooseList
      label={`Search ${what}s`}
      listLabel={`${what[0]!.toUpperCase()}${what.slice(1)}s that can be added`}
      placeholder={`Search ${what}s by name or task`}
      loading={all === null}
      nothing={(query) => (all === null ? loading : `No ${what} matches “${query.trim()}”. ${hint}`)}
      note={(query) => note?.(all ?? [], query)}
      find={(query) => find(all ?? [], query)}
      keyOf={({ name }) => name}
      choose={choose}
    >
      {(item) => (
        <>
          <span className={chooseListCss.itemHead}>
            <b>{item.name}</b>
            {beside(item)}
          </span>
          <span>
            <Sentence parts={parseSentence(warning?.(item) ?? item.summary)} />
          </span>
          <code className={`${chooseListCss.itemCode} mono faint`}>{item.code.trimEnd()}</code>
        </>
      )}
    </ChooseList>
  );
}
