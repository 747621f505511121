/** Chooses what is drawn of a profile: sample type, label, search; and explains the colours. */
import { RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { buttonClass } from "../../../ui/button-class.ts";
import { Choice } from "../../../ui/choice.tsx";
import * as controlsCss from "../../../ui/controls.module.css";
import { typeName } from "../reading/combine.ts";
import type { BuiltTree, ProfileSession } from "../sessions/profile-session.ts";
import { SIGNS } from "./flame-paint.ts";
import { LabelChoice } from "./label-choice.tsx";
import * as css from "./profiles.module.css";

interface ProfileBarProps {
  readonly session: ProfileSession;
  readonly built: BuiltTree;
  readonly search: string;
  readonly zoomed: number;
  readonly children: ReactNode;
  onSearch(text: string): void;
  onReset(): void;
}

export function ProfileBar({ session, built, search, zoomed, children, onSearch, onReset }: ProfileBarProps) {
  const opened = useStore(session.store, (state) => state.opened);
  const shown = useStore(session.store, (state) => state.shown);
  const label = useStore(session.store, (state) => state.label);
  const labels = opened
    .filter(({ id }) => shown?.ids.includes(id) === true)
    .flatMap(({ about }) => about?.facts?.labels ?? [])
    .flatMap(({ key, values }) => values.map((value) => ({ key, value })));
  return (
    <div className={css.bar}>
      <Choice
        label="Sample type"
        value={typeName(built.type)}
        options={built.types.map(typeName)}
        onChange={(name) => {
          const type = built.types.find((one) => typeName(one) === name);
          if (type !== undefined) session.setType(type);
        }}
      />
      <LabelChoice name="Label" labels={labels} chosen={label} onChoose={(chosen) => session.setLabel(chosen)} />
      <input
        type="search"
        className={`${controlsCss.field} ${css.smallField}`}
        aria-label="Find a function"
        placeholder="Find a function"
        spellCheck={false}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onSearch("");
        }}
      />
      {children}
      <OnlyStacks session={session} search={search.trim()} />
      <span className="spring" />
      {built.compared ? <Legend /> : <span className={`${css.legend} muted tiny`}>Colors distinguish packages</span>}
      <button type="button" className={buttonClass("small")} disabled={zoomed === 0} onClick={onReset}>
        <RotateCcw aria-hidden="true" size={12} /> Reset zoom
      </button>
    </div>
  );
}

/** Restricts the graph to the stacks through the found functions, and back. */
function OnlyStacks({ session, search }: { session: ProfileSession; search: string }) {
  const through = useStore(session.store, (state) => state.through);
  if (search === "" && through === "") return null;
  const wanted = through === "" ? search : through;
  return (
    <button
      type="button"
      className={controlsCss.chip}
      aria-pressed={through !== ""}
      onClick={() => session.setThrough(through === "" ? search : "")}
    >
      Only stacks through “{wanted}”
    </button>
  );
}

const MEANINGS = [
  ["more", "more than before"],
  ["less", "less than before"],
  ["same", "as before"],
] as const;

/** Each with its sign, which precedes the names of frames. */
const Legend = () => (
  <ul className={`${css.legend} tiny`} aria-label="Legend of frames">
    {MEANINGS.map(([change, words]) => (
      <li key={change}>
        <span className={css.changeSign} data-change={change}>
          {SIGNS[change]}
        </span>{" "}
        {words}
      </li>
    ))}
  </ul>
);
