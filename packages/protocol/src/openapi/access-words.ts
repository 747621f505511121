/** Which token a route needs, in words: a sentence of OpenAPI, and a cell of the reference's table. */
import type { accessOf } from "../route.ts";

export const ACCESS_WORDS = {
  anyone: { sentence: "Needs no token.", cell: "none" },
  scraper: { sentence: "Needs a token with --protect-metrics.", cell: "none; any with `--protect-metrics`" },
  reader: { sentence: "The token for reading is enough.", cell: "reading" },
  entries: {
    sentence: "Needs the full token; with --allow-tap the token for reading is enough.",
    cell: "full; reading with `--allow-tap`",
  },
  full: { sentence: "Needs the full token.", cell: "full" },
} as const satisfies Record<ReturnType<typeof accessOf>, { readonly sentence: string; readonly cell: string }>;
