/**
 * Which dialogs there are, and what each is opened with. A feature adds its kinds to `DialogKinds`, and `app/dialogs.tsx` does
 * not compile until it says which view shows them.
 */

/** What a dialog is opened with in which something of a document is edited. */
export interface Edits {
  readonly edits: true;
}

/** A member for each kind of dialog: its arguments, `Edits` among them if it edits, or `object` where it has none. */
export interface DialogKinds {
  help: object;
  palette: object;
  /** Removed pipelines. */
  removed: object;
}

export type DialogKind = keyof DialogKinds;
export type DialogOf<K extends DialogKind> = { readonly kind: K } & DialogKinds[K];
/** One at a time. */
export type Dialog = { [K in DialogKind]: DialogOf<K> }[DialogKind];
