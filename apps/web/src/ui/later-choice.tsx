/** A `Choice` that is loaded when it is first shown, for where there seldom is one; until then its value stands there. */
import { type ComponentProps, Suspense } from "react";
import { lazyView } from "./lazy-view.tsx";

type Props = ComponentProps<typeof import("./choice.tsx").Choice>;

const Choice = lazyView<Props>("The list", async () => ({ default: (await import("./choice.tsx")).Choice }));

export function LaterChoice(props: Props) {
  return (
    <Suspense fallback={<span className="choice mono cut">{props.value}</span>}>
      <Choice {...props} />
    </Suspense>
  );
}
