/**
 * Which arguments of a configuration are secret: those that their spec calls so, for blocks without a spec those whose name
 * says so, and those that probably are one of these, misspelt.
 */

import { nearest } from "@sluice/languages/base";
import { isSecretName } from "../../base/secrets/secret-names.ts";
import { COMPONENT_CATALOG } from "../../components/index.ts";
import type { Blocks, Field, Fields } from "../../schema/field.ts";
import { kindOf } from "../../schema/value-kinds.ts";
import type { BlockStatement } from "../../syntax/ast.ts";

export const HEADER_MAPS: ReadonlySet<string> = new Set(["headers", "http_headers", "proxy_connect_header"]);

export const isSecret = ({ type, sensitive }: Field): boolean => kindOf(type).isSecret(type) || sensitive === true;

/** Names of all arguments that some spec calls secret. */
const SECRET_ARGUMENTS: readonly string[] = [
  ...new Set([...COMPONENT_CATALOG.values()].flatMap(({ fields, blocks }) => [...secretNames(fields, blocks)])),
];
const SECRET_NAMES: readonly string[] = SECRET_ARGUMENTS.filter(isSecretName);

function* secretNames(fields: Fields, blocks: Blocks): Generator<string> {
  for (const [name, field] of Object.entries(fields)) if (isSecret(field)) yield name;
  for (const block of Object.values(blocks)) yield* secretNames(block.fields, block.blocks);
}

/** Names inside of stages are those of labels and extracted values, whatever they are. */
export const isStageBody = (parents: readonly BlockStatement[]) =>
  parents.some(({ nameParts }) => nameParts[0] === "stage");

interface Body {
  readonly fields: Fields;
  readonly blocks: Blocks;
  readonly notRun?: readonly string[] | undefined;
}

/** Of a block that no spec names, within one that has a spec: it may hold anything. */
const ANYTHING: Body = { fields: {}, blocks: {} };

/**
 * What the spec says of the innermost block; undefined where there is none. A block that is probably misspelt has the spec of
 * what it is meant as.
 */
function bodyOf([outer, ...inner]: readonly BlockStatement[]): Body | undefined {
  let body: Body | undefined = COMPONENT_CATALOG.get(outer?.name ?? "");
  for (const { name } of inner) body = body && blockOf(body, name);
  return body;
}

function blockOf({ blocks, notRun }: Body, name: string): Body | undefined {
  if (Object.hasOwn(blocks, name)) return blocks[name];
  if (notRun?.includes(name)) return undefined;
  const meant = nearest(name, Object.keys(blocks));
  return meant === undefined ? ANYTHING : blocks[meant];
}

/** Whether a name is, or is probably meant as, that of an argument that some spec calls secret. */
const isNearSecret = (name: string): boolean => nearest(name, SECRET_ARGUMENTS) !== undefined;

/** The same of names that say so themselves: labels, and words of comments, may well be near `headers`. */
export const isNearSecretName = (name: string): boolean => nearest(name, SECRET_NAMES) !== undefined;

/** Whether it is that of a secret anywhere, or near one of a spec. */
export const isSecretByName = (name: string): boolean => isSecretName(name) || isNearSecret(name);

/**
 * What an argument is: `secret`, also where it is a misspelt one; `unknown`: it may be a secret one, since it is not known in
 * a block that has some; `plain`. `isMap`: its values have names. `isBroken`: in a text with syntax errors, where a
 * missing brace may have moved it into another block, and one too many may have cut its name: whatever is not known is
 * `unknown` there.
 */
export function argumentKind(
  name: string,
  parents: readonly BlockStatement[],
  isBroken: boolean,
): { readonly kind: "secret" | "unknown" | "plain"; readonly isMap: boolean } {
  const body = bodyOf(parents);
  const field = body !== undefined && Object.hasOwn(body.fields, name) ? body.fields[name] : undefined;
  const isMap = field?.type.kind === "map" || HEADER_MAPS.has(name);
  const isStage = !isBroken && isStageBody(parents);
  if (field !== undefined && isSecret(field)) return { kind: "secret", isMap };
  if (!isStage && (isSecretName(name) || HEADER_MAPS.has(name))) return { kind: "secret", isMap };
  if (field !== undefined || isStage) return { kind: "plain", isMap };
  if (isNearSecret(name)) return { kind: "secret", isMap };
  const isUnknown = isBroken || body === ANYTHING || (body !== undefined && Object.values(body.fields).some(isSecret));
  return { kind: isUnknown ? "unknown" : "plain", isMap };
}
