/** Where a configuration that is compared comes from. */
export type CompareSource =
  /** The open document, as it is. */
  | { readonly kind: "now" }
  | { readonly kind: "document"; readonly id: string; readonly name: string }
  | { readonly kind: "file"; readonly name: string; readonly text: string }
  /** What the server runs. */
  | { readonly kind: "running" }
  /** An earlier state of the open document. */
  | { readonly kind: "state"; readonly id: string; readonly label: string };

export const sameSource = (a: CompareSource, b: CompareSource): boolean =>
  a.kind === b.kind &&
  (a.kind === "now" ||
    a.kind === "running" ||
    (a.kind === "file" ? b.kind === "file" && a.name === b.name && a.text === b.text : "id" in b && a.id === b.id));
