/** Chooses whether the whole draft is deployed, or its stages into a running component. */
import { useStore } from "zustand";
import { Choice } from "../../ui/choice.tsx";
import * as controlsCss from "../../ui/controls.module.css";
import * as css from "./deploy.module.css";
import type { DeploySession } from "./deploy-session.ts";
import { type DraftWay, stagesWay, WHOLE } from "./draft-way.ts";

interface WayProps {
  readonly session: DeploySession;
  /** Pipelines of the draft that have stages. */
  readonly pipelines: readonly string[];
  readonly stagesOnly: boolean;
}

export function WayChoice({ session, pipelines, stagesOnly }: WayProps) {
  const { way, running } = useStore(session.store);
  const usual = stagesWay(pipelines, running);
  if (way === null || usual === undefined) return null;
  return (
    <div className={css.way}>
      {!stagesOnly && (
        <fieldset className={`${controlsCss.segments} ${controlsCss.small}`} aria-label="What is deployed">
          <WayButton pressed={way.kind === "whole"} onClick={() => void session.choose(WHOLE)}>
            Whole configuration
          </WayButton>
          <WayButton pressed={way.kind === "stages"} onClick={() => void session.choose(usual)}>
            Stages only
          </WayButton>
        </fieldset>
      )}
      {way.kind === "stages" && <StagesChoice session={session} pipelines={pipelines} way={way} running={running} />}
    </div>
  );
}

function StagesChoice({
  session,
  pipelines,
  way,
  running,
}: Pick<WayProps, "session" | "pipelines"> & {
  way: DraftWay & { readonly kind: "stages" };
  running: readonly string[];
}) {
  const choose = (change: Partial<typeof way>) => void session.choose({ ...way, ...change });
  return (
    <>
      {pipelines.length > 1 && (
        <span>
          from{" "}
          <Choice
            label="Take the stages of"
            value={way.from}
            options={pipelines}
            onChange={(from) => choose({ from })}
          />
        </span>
      )}
      <span>
        into{" "}
        <Choice
          label="Put the stages into"
          value={way.into}
          placeholder="choose a component"
          options={running}
          onChange={(into) => choose({ into })}
        />
      </span>
      <fieldset className={`${controlsCss.segments} ${controlsCss.small}`} aria-label="What happens to its stages">
        <WayButton pressed={way.how === "replace"} onClick={() => choose({ how: "replace" })}>
          Replace its stages
        </WayButton>
        <WayButton pressed={way.how === "append"} onClick={() => choose({ how: "append" })}>
          Add after them
        </WayButton>
      </fieldset>
    </>
  );
}

function WayButton({ pressed, onClick, children }: { pressed: boolean; onClick: () => void; children: string }) {
  return (
    <button type="button" aria-pressed={pressed} onClick={onClick}>
      {children}
    </button>
  );
}
