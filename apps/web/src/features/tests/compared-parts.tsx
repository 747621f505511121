/** The parts that a test compares, both sides of each, differences first. */
import { describePart } from "@sluice/engine";
import { CircleX } from "lucide-react";
import { useMemo } from "react";
import { markSides } from "../../core/text/differing.ts";
import * as controlsCss from "../../ui/controls.module.css";
import { LongText } from "../../ui/value-text.tsx";
import * as css from "./tests.module.css";
import type { TestPartRow } from "./tests.ts";

interface PartsProps {
  readonly parts: readonly TestPartRow[];
  /** Words for the parts that are not compared. */
  readonly left: readonly string[];
}

interface Shown {
  readonly key: string;
  readonly part: string;
  readonly name: string | undefined;
  readonly same: boolean;
  /** Null: absent. */
  readonly expected: string | null;
  readonly got: string | null;
}

/** For parts with names, each name that differs. */
function shownParts(parts: readonly TestPartRow[]): Shown[] {
  const all = parts.flatMap((one, i): Shown[] => {
    const part = describePart(one);
    const { same, expected, got, names } = one;
    if (names.length === 0) return [{ key: `${i}`, part, name: undefined, same, expected, got }];
    return names.map((named, j) => ({ key: `${i} ${j}`, part, same: false, ...named }));
  });
  return [...all.filter(({ same }) => !same), ...all.filter(({ same }) => same)];
}

export function ComparedParts({ parts, left }: PartsProps) {
  const shown = useMemo(() => shownParts(parts), [parts]);
  return (
    <table className={css.parts}>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Expected</th>
          <th scope="col">Got</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {shown.map((one) => (
          <Part key={one.key} shown={one} />
        ))}
        {left.length > 0 && (
          <tr className="faint">
            <td colSpan={4}>not compared by this test: {left.join(", ")}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function Part({ shown: { part, name, same, expected, got } }: { shown: Shown }) {
  return (
    <tr>
      <th scope="row">
        {part}
        {name !== undefined && <span className={`${css.partName} mono`}> {name}</span>}
      </th>
      {same && isLong(got) ? (
        <td className="mono" colSpan={2}>
          <LongText text={got ?? ""} limit={160} />
        </td>
      ) : isLong(expected) || isLong(got) ? (
        <td className="mono" colSpan={2}>
          <div className={css.below}>
            <span className="faint">expected</span>
            <span>
              <Side text={expected} other={got} same={same} Mark="ins" />
            </span>
            <span className="faint">got</span>
            <span>
              <Side text={got} other={expected} same={same} Mark="del" />
            </span>
          </div>
        </td>
      ) : (
        <>
          <td className="mono">
            <Side text={expected} other={got} same={same} Mark="ins" />
          </td>
          <td className="mono">
            <Side text={got} other={expected} same={same} Mark="del" />
          </td>
        </>
      )}
      <td>
        {same ? (
          <span className="muted">same</span>
        ) : (
          <span className={`${controlsCss.status} tone-error`}>
            <CircleX aria-hidden="true" size={12} /> differs
          </span>
        )}
      </td>
    </tr>
  );
}

/** Too long for a column: both are shown one below the other, or only once if they are the same. */
const isLong = (text: string | null): boolean => text !== null && text.length > 48;

interface SideProps {
  readonly text: string | null;
  readonly other: string | null;
  readonly same: boolean;
  readonly Mark: "ins" | "del";
}

function Side({ text, other, same, Mark }: SideProps) {
  const parts = useMemo(() => {
    if (same || text === null || other === null) return undefined;
    return Mark === "ins" ? markSides(text, other).expected : markSides(other, text).got;
  }, [text, other, same, Mark]);
  if (text === null) return <span className="faint">absent</span>;
  if (text === "") return same ? <span className="faint">empty</span> : <Mark>(empty)</Mark>;
  if (parts === undefined) {
    const shown = <LongText text={text} limit={same ? 240 : 1200} />;
    return same ? shown : <Mark>{shown}</Mark>;
  }
  return parts.map((part, i) => {
    const Tag = part.differs ? Mark : "span";
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
      <Tag key={i}>
        <LongText text={part.text} limit={part.differs ? 1200 : 240} />
      </Tag>
    );
  });
}
