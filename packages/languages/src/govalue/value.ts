/** What JSON can hold; also what stages extract. Objects keep the order of their source. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };
