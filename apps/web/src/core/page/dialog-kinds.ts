/** Which dialogs there are, and what each is opened with. A feature adds its kinds to `DialogKinds`. */

/** A member for each kind of dialog: its arguments, or `object` where it has none. */
export interface DialogKinds {
  help: object;
  palette: object;
  /** Removed pipelines. */
  removed: object;
}

export type DialogKind = keyof DialogKinds;
export type DialogOf<K extends DialogKind> = { readonly kind: K } & Readonly<DialogKinds[K]>;
/** One at a time. */
export type Dialog = { [K in DialogKind]: DialogOf<K> }[DialogKind];
