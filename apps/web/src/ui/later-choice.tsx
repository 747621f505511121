/** A `Choice` that loads when first shown, for rare ones; until then it shows its value. */
import { type ComponentProps, Suspense } from "react";
import * as controlsCss from "./controls.module.css";
import { lazyView } from "./lazy-view.tsx";

type Props = ComponentProps<typeof import("./choice.tsx").Choice>;

const Choice = lazyView<Props>("The list", async () => ({ default: (await import("./choice.tsx")).Choice }));

export function LaterChoice(props: Props) {
  return (
    <Suspense fallback={<span className={`${controlsCss.choice} mono cut`}>{props.value}</span>}>
      <Choice {...props} />
    </Suspense>
  );
}
