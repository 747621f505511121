/** What descriptions of routes and bodies are made of. */

export type Schema = Readonly<Record<string, unknown>>;

export const text = (description: string): Schema => ({ type: "string", description });
export const integer = (description: string): Schema => ({ type: "integer", minimum: 1, description });
export const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});
export const list = (items: Schema): Schema => ({ type: "array", items });
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

export const json = (description: string, schema: Schema) => ({
  description,
  content: { "application/json": { schema } },
});
export const plain = (description: string) => ({
  description,
  content: { "text/plain": { schema: { type: "string" } } },
});
export const error = (description: string) => json(description, ref("Error"));

export const body = (schema: Schema) => ({ required: true, content: { "application/json": { schema } } });
export const inPath = (name: string, schema: Schema) => ({ name, in: "path", required: true, schema });

/** Of every route that asks for a token. */
export const GUARDED = {
  "401": error("A token is needed, or the one shown is wrong"),
  "429": error("Too many wrong tokens, or too much at once; `Retry-After` says when to try again"),
};
/** Of those that change something. */
export const CHANGING = {
  ...GUARDED,
  "403": error("The token is for reading, or a page of another site asks"),
};
export const BODY = {
  "400": error("The body is not as described"),
  "413": error("The body is too large"),
  "415": error("The body is not JSON"),
};
