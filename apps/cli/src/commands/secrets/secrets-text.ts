/** What `sluice secrets` prints. */
import {
  PRIVATE_PLURALS,
  PRIVATE_WORDS,
  type PrivateKind,
  planRedaction,
  type Redaction,
  redactionFor,
  type SensitiveKind,
  type SensitivePlace,
  toWellFormedData,
} from "@sluice/engine";
import { formatTable } from "../../columns.ts";
import { counted } from "../../counted.ts";
import type { Scanned, Watched } from "./scan-input.ts";

const MAX_PLACES = 3;
const entriesOf = (count: number): string => counted(count, "entry", "entries");

export function asJson({ report, interrupted }: Scanned): string {
  const { entries, secret, personal, kinds } = report;
  const shown = kinds.map((one) => ({
    ...one,
    places: one.places.map((place) => ({ ...place, name: place.name ?? null })),
  }));
  const object = { version: 1, interrupted, entries, secret, personal, kinds: shown };
  return `${JSON.stringify(toWellFormedData(object))}\n`;
}

export function asText({ report }: Scanned, leaving: boolean): string {
  const { entries, secret, personal, kinds } = report;
  const read = `${entriesOf(entries)}${leaving ? " that leave the pipeline" : ""}`;
  if (kinds.length === 0) return `${read}: no secrets and no personal data found\n`;
  const head = `${read}: ${secret} with secrets, ${personal} with personal data`;
  const rows = kinds.flatMap((one) => [
    [PRIVATE_WORDS[one.kind], one.sensitivity, String(one.count), String(one.entries), placesOf(one)],
    ["", "", "", "", `  entry ${one.example.index + 1}: ${one.example.text}`],
  ]);
  const table = formatTable([["kind", "", "count", "entries", "where"], ...rows]);
  return `${head}\n\n${table}${secret > 0 ? "\n--fix prints the stages that redact secrets\n" : ""}`;
}

function placesOf({ places }: SensitiveKind): string {
  const shown = places.slice(0, MAX_PLACES).map((place) => `${nameOf(place)} ${place.count}`);
  return [...shown, ...(places.length > MAX_PLACES ? [`${places.length - MAX_PLACES} more`] : [])].join(", ");
}

function nameOf({ part, name }: SensitivePlace): string {
  if (part === "line") return name ?? "text";
  return part === "label" ? `label ${name}` : `metadata ${name}`;
}

interface Fix {
  readonly ok: boolean;
  readonly text: string;
  /** For standard error. */
  readonly notes: readonly string[];
}

export function fixText(
  { kept, report }: Scanned,
  kinds: ReadonlySet<PrivateKind>,
  watched: Watched | undefined,
  preview: { readonly start: bigint; readonly seed: number },
): Fix {
  if (watched === undefined) {
    const redaction = redactionFor(
      kept.map(({ line }) => line),
      kinds,
    );
    const none = redaction.code === "" && report.kinds.some(({ kind }) => kinds.has(kind));
    return { ok: !none, text: redaction.code, notes: notesOf(redaction, kept.length) };
  }
  const { document, open, pipeline, host } = watched;
  if (!report.kinds.some(({ kind }) => kinds.has(kind)))
    return { ok: true, text: document.text, notes: ["nothing to redact: no secret leaves the pipeline"] };
  const id = pipeline.id ?? document.pipelines[0]?.id ?? "";
  const plan = planRedaction({ document, open, pipeline: id, samples: kept, kinds, preview: { ...preview, host } });
  if (!plan.ok) return { ok: false, text: "", notes: [plan.reason] };
  const notes = [`placed ${plan.after === undefined ? "first" : `after stage.${plan.after}`} in ${id}`];
  if (plan.otherwise.length > 0)
    notes.push(
      `warning: ${entriesOf(plan.otherwise.length)} would have another result, such as another time or other labels`,
    );
  for (const { kind, count, places } of plan.left.kinds)
    notes.push(
      `still leaves: ${counted(count, PRIVATE_WORDS[kind], PRIVATE_PLURALS[kind])} (${places.map(nameOf).join(", ")})`,
    );
  return { ok: true, text: plan.text, notes: [...notesOf(plan.redaction, kept.length), ...notes] };
}

function notesOf({ rules, entries, stays }: Redaction, tried: number): string[] {
  const notes = [`${counted(rules.length, "stage")}, tried on ${entriesOf(tried)}: ${entriesOf(entries)} changed`];
  for (const { fields, others } of rules)
    if (others > 0)
      notes.push(
        `warning: the stage for ${fields.join(", ") || "values by their form"} also replaces ${counted(others, "other value")}`,
      );
  for (const { kind, field, count, lines } of stays)
    notes.push(
      `not redacted: ${counted(count, PRIVATE_WORDS[kind], PRIVATE_PLURALS[kind])}${field === undefined ? "" : ` in ${field}`}, first in entry ${lines[0]! + 1} of those tried${kind === "private_key" ? "; join its lines with stage.multiline first" : ""}`,
    );
  return notes;
}
