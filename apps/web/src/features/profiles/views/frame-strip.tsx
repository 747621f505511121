/** Facts of the focused or pointed frame, and buttons to copy its name and stacks. */
import { visible } from "@sluice/engine";
import { Copy, ListTree } from "lucide-react";
import { copyText } from "../../../core/edit/export-file.ts";
import { useApp } from "../../../core/page/app-context.ts";
import { formatAmount, formatChange, formatShare } from "../../../core/text/units.ts";
import { IconButton } from "../../../ui/tip.tsx";
import { foldedText, nodeName } from "../reading/call-tree.ts";
import { changeAt, changeOf } from "../reading/difference.ts";
import type { BuiltTree } from "../sessions/profile-session.ts";
import * as css from "./profiles.module.css";

const WORDS = { more: "more than before", less: "less than before", same: "as before" } as const;

function describeFrame({ tree, type, compared }: BuiltTree, node: number): string {
  const column = tree.totals.length - 1;
  const total = tree.totals[column]![node]!;
  const amount = `${formatAmount(total, type.unit)}, ${formatShare(total, tree.totals[column]![0]!)} of all`;
  const self = `${formatAmount(tree.selfs[column]![node]!, type.unit)} self`;
  if (!compared) return `${amount} · ${self}`;
  const difference = changeAt(tree, node);
  const before = formatAmount(tree.totals[0]![node]!, type.unit);
  return `${amount} · before ${before} · ${formatChange(difference)}, ${WORDS[changeOf(difference)]}`;
}

export function FrameStrip({ built, node, hovered }: { built: BuiltTree; node: number; hovered: number | undefined }) {
  const app = useApp();
  const { tree } = built;
  const shown = hovered ?? node;
  const column = tree.totals.length - 1;
  return (
    <div className={css.frameStrip}>
      <p className="visually-hidden" id="flame-frame" role="status">
        {visible(nodeName(tree, node))}, {describeFrame(built, node)}, row {tree.depths[node]! + 1} of{" "}
        {tree.deepest + 1}
      </p>
      <span className="mono cut" aria-hidden="true">
        {visible(nodeName(tree, shown))}
      </span>
      <span className={`${css.frameCosts} muted small-text`} aria-hidden="true">
        {describeFrame(built, shown)}
      </span>
      <span className="spring" />
      <IconButton
        label="Copy the name of the frame"
        Icon={Copy}
        onClick={() => void copyText(app, nodeName(tree, node), "the name of the frame")}
      />
      <IconButton
        label="Copy the stacks below the frame as folded text"
        Icon={ListTree}
        onClick={() => void copyText(app, foldedText(tree, node, column), "the stacks as folded text")}
      />
    </div>
  );
}
