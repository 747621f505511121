/** The command that repeats a request, and its body to download. */
import type { ProfileRequestDetail } from "@sluice/protocol";
import { Copy, Download } from "lucide-react";
import { useStore } from "zustand";
import { copyText } from "../../../core/edit/export-file.ts";
import { useApp } from "../../../core/page/app-context.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import { bodyFileName, curlOf, receiverAddress } from "../reading/request-curl.ts";
import type { ProfilesArea } from "../sessions/profiles-parts.ts";
import { downloadBody } from "../sessions/recorded-requests.ts";
import * as css from "./requests.module.css";

export function RepeatRequest({ requests, detail }: ProfilesArea & { detail: ProfileRequestDetail }) {
  const app = useApp();
  const receivers = useStore(requests.store, (state) => state.list?.receivers);
  const receiver = receivers?.find(({ id, address }) => id === detail.receiver && address !== "");
  const canSend = detail.bodyKept && detail.profiles > 0;
  if (!canSend || receiver === undefined)
    return (
      <section className={css.repeat} aria-label="Repeat this request">
        <h4 className="faint tiny">Repeat this request</h4>
        <p className="muted small-text">
          {canSend
            ? `${detail.receiver} no longer listens, so there is no address to send it to.`
            : detail.bodyKept
              ? "No profile was read from it, so there is nothing to send again."
              : "Its body is not kept, so it cannot be sent again."}
        </p>
        {canSend && <BodyButton requests={requests} detail={detail} />}
      </section>
    );
  const { text, hasSecrets } = curlOf(detail, receiverAddress(receiver, app.platform.pageHost));
  return (
    <section className={css.repeat} aria-label="Repeat this request">
      <h4 className="faint tiny">Repeat this request</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <pre tabIndex={0}>{text}</pre>
      <p className="muted small-text">
        Download the body first: the command sends <code>{bodyFileName(detail)}</code> from the folder that it runs in.
        {hasSecrets && " Replace each (secret) with your own value."}
      </p>
      <div className={css.repeatActions}>
        <BodyButton requests={requests} detail={detail} />
        <button
          type="button"
          className={buttonClass("small")}
          onClick={() => void copyText(app, text, "the request as curl")}
        >
          <Copy aria-hidden="true" size={12} /> Copy as curl
        </button>
      </div>
    </section>
  );
}

function BodyButton({ requests, detail }: Pick<ProfilesArea, "requests"> & { detail: ProfileRequestDetail }) {
  const app = useApp();
  return (
    <button type="button" className={buttonClass("small")} onClick={() => void downloadBody(app, requests, detail)}>
      <Download aria-hidden="true" size={12} /> Download body
    </button>
  );
}
