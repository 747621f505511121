/** The headers of a recorded request, and the profiles in its body, each with its labels and parts. */

import { visible } from "@sluice/engine";
import type { ProfileRequestDetail, RecordedProfile } from "@sluice/protocol";
import { Download } from "lucide-react";
import { useApp } from "../../../core/page/app-context.ts";
import { formatLabels, formatPairs } from "../../../core/text/label-text.ts";
import { parseSentence } from "../../../core/text/sentence.ts";
import { formatBytes } from "../../../core/text/units.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import * as paneCss from "../../../ui/pane.module.css";
import { Sentence } from "../../../ui/value-text.tsx";
import { FORMAT_NAMES } from "../reading/request-words.ts";
import { downloadProfile } from "../sessions/recorded-requests.ts";
import type { RequestProps } from "./request-props.ts";
import * as css from "./requests.module.css";

export function RequestHeaders({ detail: { method, path, headers } }: { detail: ProfileRequestDetail }) {
  return (
    <div className={css.contents}>
      <p className={`${css.line} mono`}>
        {method} {visible(path)}
      </p>
      <table className={css.pairs} aria-label="Headers">
        <thead>
          <tr>
            <th>Header</th>
            <th>Value</th>
          </tr>
        </thead>
        <tbody>
          {headers.map(([name, value], i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a header may stand there twice
            <tr key={i}>
              <td className="mono muted">{visible(name)}</td>
              <td className="mono">{visible(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function RequestBody({ detail, requests, opened }: RequestProps & { detail: ProfileRequestDetail }) {
  const app = useApp();
  const { contents, bodyKept, bytes } = detail;
  if (contents.length === 0)
    return (
      <p className={paneCss.empty}>
        {formatBytes(bytes)} sent,{" "}
        {detail.profiles > 0
          ? "no longer kept: the profiles in it cannot be shown."
          : `refused with ${detail.status}: no profile was read.`}
      </p>
    );
  return (
    <div className={css.contents}>
      {contents.map((content, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a profile is its place
        <article key={i} className={css.content} aria-label={`Profile ${i + 1}`}>
          <div className={css.contentHead}>
            <h3>
              {contents.length === 1 ? "Profile" : `Profile ${i + 1} of ${contents.length}`}
              {content.type === undefined ? "" : `, ${visible(content.type)}`}
            </h3>
            <span className="muted small-text">
              {content.format === undefined ? "unknown format" : FORMAT_NAMES[content.format]},{" "}
              {formatBytes(content.bytes)}
            </span>
            <span className="spring" />
            {contents.length > 1 && (
              <button
                type="button"
                className={buttonClass("quiet", "small")}
                aria-pressed={opened.nth === i}
                onClick={() => requests.chooseProfile(i)}
              >
                {opened.nth === i ? "Drawn" : "Draw it"}
              </button>
            )}
            {bodyKept && (
              <button
                type="button"
                className={buttonClass("small")}
                aria-label={`Download profile ${i + 1}`}
                onClick={() => void downloadProfile(app, requests, detail, i)}
              >
                <Download aria-hidden="true" size={12} /> Download
              </button>
            )}
          </div>
          <dl className={css.facts}>
            <dt>received</dt>
            <dd className="mono">{visible(`{${formatPairs(content.received)}}`)}</dd>
            <dt>forwarded</dt>
            <dd className="mono">{visible(formatLabels(content.labels))}</dd>
            <dt>service</dt>
            <dd>
              <Sentence parts={parseSentence(content.serviceRule)} />
            </dd>
          </dl>
          <Parts parts={content.parts} />
        </article>
      ))}
    </div>
  );
}

function Parts({ parts }: Pick<RecordedProfile, "parts">) {
  if (parts === undefined) return null;
  return (
    <table className={css.pairs} aria-label="Parts">
      <thead>
        <tr>
          <th>Part</th>
          <th>File name</th>
          <th>Content type</th>
          <th className={css.number}>Size</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ name, filename, contentType, bytes, gzip }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
          <tr key={i}>
            <td className="mono name">{visible(name) || "(no name)"}</td>
            <td className="mono">{visible(filename ?? "")}</td>
            <td className="mono muted">{visible(contentType ?? "")}</td>
            <td className={css.number}>
              {formatBytes(bytes)}
              {gzip === true ? " gzip" : ""}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
