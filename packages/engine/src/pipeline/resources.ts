/**
 * Files that stages name (`stage.geoip`'s database). A host looks up which, loads them, and offers them through
 * `StageHost.resource` before a pipeline is built. One that is missing or unusable is the user's mistake, but it shows
 * only then, after the configuration was checked; here it becomes a diagnostic at the argument, the same in every host.
 */
import type { Diagnostic } from "../base/diagnostic.ts";
import type { Span } from "../base/span.ts";
import { namedFiles } from "../schema/named-files.ts";
import type { StageNode } from "./stage-spec.ts";

/** A file that an argument names. */
export interface NamedResource {
  /** As the configuration names it. */
  readonly path: string;
  /** The argument. */
  readonly field: string;
  readonly node: StageNode;
  /** Of the argument's value. */
  readonly span: Span;
}

/** Every file that these stages name, nested ones included, in the order of the text; one named twice comes twice. */
export function namedResources(nodes: readonly StageNode[]): NamedResource[] {
  return nodes.flatMap((node) => [
    ...[...namedFiles(node.args, node.spec)].map(({ path, argument }) => ({
      path,
      field: argument,
      node,
      span: placeOf(node, argument),
    })),
    ...namedResources(node.children),
  ]);
}

/** What is wrong with a file, at the argument that names it. */
export function resourceDiagnostic(span: Span, message: string): Diagnostic {
  return { severity: "error", code: "unusable-file", message, span };
}

/**
 * Thrown by a stage's `create` when a file that its arguments name is missing or unusable. Build pipelines by {@link
 * buildWithResources}.
 */
export class ResourceError extends Error {
  /** As the configuration names the file. */
  readonly path: string;
  /** The argument that names it. */
  readonly field: string;
  #node: StageNode | undefined;

  constructor(path: string, field: string, message: string) {
    super(message);
    this.name = "ResourceError";
    this.path = path;
    this.field = field;
  }

  /** @internal Notes which stage threw it; the innermost one says so first. */
  thrownBy(node: StageNode): this {
    this.#node ??= node;
    return this;
  }

  diagnostic(): Diagnostic {
    const node = this.#node;
    if (node === undefined) return { severity: "error", code: "unusable-file", message: this.message };
    return resourceDiagnostic(placeOf(node, this.field), this.message);
  }
}

export type BuildResult<T> =
  | { readonly ok: true; readonly built: T }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/**
 * Runs `build`, which makes a pipeline or something that holds one. A file that a stage cannot use comes back as a
 * diagnostic; every other exception is a bug of ours and is thrown on.
 */
export function buildWithResources<T>(build: () => T): BuildResult<T> {
  try {
    return { ok: true, built: build() };
  } catch (error) {
    if (error instanceof ResourceError) return { ok: false, diagnostic: error.diagnostic() };
    throw error;
  }
}

const placeOf = (node: StageNode, field: string): Span => node.argumentSpans.get(field) ?? node.span;
