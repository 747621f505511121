/** Chooses what is drawn of a service: one request or a length of time, one label or all; and the comparison. */
import { visible } from "@sluice/engine";
import { GitCompareArrows } from "lucide-react";
import { useStore } from "zustand";
import { counted } from "../../../core/text/counted.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { Choice } from "../../../ui/choice.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { labelsToChoose, receiversToChoose, requestsUpTo, SPANS } from "../reading/request-choice.ts";
import { ComparisonBase } from "./comparison-base.tsx";
import { LabelChoice } from "./label-choice.tsx";
import * as profilesCss from "./profiles.module.css";
import { ReceiverChoice } from "./receiver-choice.tsx";
import type { RequestProps } from "./request-props.ts";
import * as requestsCss from "./requests.module.css";

export function RequestScope({ session, requests, opened }: RequestProps) {
  const list = useStore(requests.store, (state) => state.list?.requests);
  const { request, span, label, receiver, nth, detail, chosen } = opened;
  const labels = labelsToChoose(requestsUpTo(list ?? [], request, { ...opened, label: null }));
  const receivers = receiversToChoose(list ?? [], request);
  const profiles = (detail?.contents ?? []).map(
    ({ type }, i) => `profile ${i + 1}${type === undefined ? "" : `: ${visible(type)}`}`,
  );
  const spanName = SPANS.find(({ length }) => length === span)!.name;
  if (request.profiles === 0) return null;
  return (
    <div className={`${profilesCss.bar} ${requestsCss.scope}`}>
      {profiles.length > 1 && (
        <Choice
          label="Profile of the request"
          value={profiles[nth] ?? ""}
          options={profiles}
          onChange={(name) => requests.chooseProfile(profiles.indexOf(name))}
        />
      )}
      <Choice
        label="Drawn time"
        value={spanName}
        options={SPANS.map(({ name }) => name)}
        onChange={(name) => requests.setScope({ span: SPANS.find((one) => one.name === name)!.length })}
      />
      <LabelChoice
        name="Label of requests"
        labels={labels}
        chosen={label}
        onChoose={(chosen) => requests.setScope({ label: chosen })}
      />
      {span > 0 && receivers.length > 1 && (
        <ReceiverChoice
          name="Receiver of requests"
          receivers={receivers}
          chosen={receiver}
          onChoose={(id) => requests.setScope({ receiver: id })}
        />
      )}
      {(span > 0 || label !== null) && (
        <span className="muted small-text" role="status">
          {counted(chosen.length, "request")}
        </span>
      )}
      <span className="spring" />
      <Compared session={session} requests={requests} opened={opened} />
    </div>
  );
}

function Compared({ session, requests, opened }: RequestProps) {
  const built = useStore(session.store, (state) => state.built);
  // Subscribes to the list, so that the menu follows it.
  useStore(requests.store, (state) => state.list);
  const earlier = requests.earlier();
  return (
    <>
      <ComparisonBase session={session} />
      <Menu
        label="Compare"
        align="end"
        className={buttonClass("small")}
        items={[
          {
            label: opened.span === 0 ? "With the previous request" : "With the time before",
            detail:
              earlier === undefined
                ? "No earlier request of its receiver, service and type"
                : "Same receiver, service, type and length of time",
            disabled: earlier === undefined || built === null,
            run: () => void requests.compareWithEarlier(),
          },
          {
            label: "Use this as the base",
            detail: "Whatever is opened next is compared with it, until the base is removed",
            disabled: built === null,
            run: () => session.holdAsBefore(),
          },
        ]}
      >
        <GitCompareArrows aria-hidden="true" size={12} /> Compare
      </Menu>
    </>
  );
}
