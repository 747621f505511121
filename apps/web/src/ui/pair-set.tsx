/** Labels or metadata in Loki's notation, with marks for changes. */
import { Fragment } from "react";
import type { PairChange } from "../core/text/diff-pairs.ts";
import { LongText } from "./value-text.tsx";

export function PairSet({ changes }: { changes: readonly PairChange[] }) {
  return (
    <>
      {"{"}
      {changes.map((change, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: order is identity here
        <Fragment key={i}>
          {i > 0 && ", "}
          <Pair change={change} />
        </Fragment>
      ))}
      {"}"}
    </>
  );
}

function Pair({ change: { kind, name, before, after } }: { change: PairChange }) {
  const text = (
    <>
      {name}=<LongText text={JSON.stringify(kind === "removed" ? before : after)} limit={200} />
    </>
  );
  if (kind === "same") return text;
  return kind === "removed" ? <del>{text}</del> : <ins>{text}</ins>;
}
