/** What can be added, chosen from all that there is: each with its name, its one sentence and how it is written. */
import { type ReactNode, useEffect, useState } from "react";
import type { App } from "../core/page/app.ts";
import { useApp } from "../core/page/app-context.ts";
import { ChooseList } from "./choose-list.tsx";

interface Addable {
  readonly name: string;
  /** One sentence. */
  readonly summary: string;
  readonly code: string;
}

interface AddableListProps<T extends Addable> {
  /** What is added: `stage`. */
  readonly what: string;
  /** Asks the language worker. Has to be the same function each time. */
  load(app: App): Promise<readonly T[]>;
  find(all: readonly T[], query: string): readonly T[];
  choose(item: T): void;
  /** Beside the name. */
  beside(item: T): ReactNode;
  /** In place of the sentence, where there is something more important to say. */
  warning?(item: T): string | undefined;
}

export function AddableList<T extends Addable>({ what, load, find, choose, beside, warning }: AddableListProps<T>) {
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
      placeholder={`Which ${what}? Its name, or what it does`}
      loading={all === null}
      nothing={all === null ? "One moment…" : `No ${what} does that.`}
      find={(query) => find(all ?? [], query)}
      keyOf={({ name }) => name}
      choose={choose}
    >
      {(item) => (
        <>
          <span className="palette-item-head">
            <b>{item.name}</b>
            {beside(item)}
          </span>
          <span>{warning?.(item) ?? item.summary}</span>
          <code className="palette-item-code mono faint">{item.code.trimEnd()}</code>
        </>
      )}
    </ChooseList>
  );
}
