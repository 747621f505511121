/** What is used of a `File`. */
export type ChosenFile = Blob & { readonly name: string; readonly lastModified?: number | undefined };
