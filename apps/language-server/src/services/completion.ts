/** What may be written at a place, and what is there: completion and hover. */
import { complete, hover } from "@sluice/engine";
import type { Session } from "../session.ts";
import { toCompletion, toHover, toMarkdown } from "../to-lsp.ts";

/** Which item of which list a client asks about: what an offered item carries as its `data`. */
interface OfferedItem {
  readonly list: number;
  readonly nth: number;
}

export function serveCompletion(session: Session): void {
  const { connection } = session;
  /** Documentation of the items that were offered last, which is sent when one is looked at. */
  let offered: { readonly list: number; readonly texts: readonly string[] } = { list: 0, texts: [] };

  connection.onCompletion(({ textDocument: { uri }, position }) =>
    session.about(uri, null, (document) => {
      const offset = document.offsetAt(position);
      const items = complete(document.getText(), offset);
      const list = offered.list + 1;
      offered = { list, texts: items.map(({ documentation }) => documentation) };
      return items.map((item, nth) => toCompletion(document, offset, item, session.abilities, { list, nth }));
    }),
  );
  connection.onCompletionResolve((item) => {
    const { list, nth }: Partial<OfferedItem> = item.data ?? {};
    const text = list === offered.list ? offered.texts[nth ?? -1] : undefined;
    return text === undefined || text === "" ? item : { ...item, documentation: toMarkdown(text) };
  });
  connection.onHover(({ textDocument: { uri }, position }) =>
    session.about(uri, null, (document) => {
      const found = hover(session.fileOf(document), document.offsetAt(position));
      return found === undefined ? null : toHover(document, found);
    }),
  );
}
