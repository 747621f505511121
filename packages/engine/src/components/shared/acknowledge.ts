/** When a source that answers its clients does so. */
import { enumField } from "../../schema/field.ts";

export const acknowledgeField = enumField(
  [
    {
      value: "accepted",
      doc: "As soon as what comes next has taken the entries: a `logs.journal` has once they are on disk, everything else at once and in memory.",
    },
    {
      value: "delivered",
      doc: "When no component carries any of the entries: each was delivered, written to a journal, or dropped as configured. If that takes longer than nine tenths of `server_write_timeout`, or something could not be delivered, the answer is 503.",
    },
  ],
  { doc: "When a request is answered. Alloy has no such argument.", notInAlloy: true, default: "accepted" },
);
