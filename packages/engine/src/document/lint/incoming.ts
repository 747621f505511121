/**
 * Labels that entries may have when they reach a pipeline, as far as the document names them: of targets, of relabelling, of
 * other pipelines. What discovery finds or clients send is not among them; names that these usually have are `USUAL`.
 */
import { onceFor } from "../../base/once-for.ts";
import type { BlockStatement, Expression, SourceFile } from "../../syntax/ast.ts";
import { walkExpression, walkStatements } from "../../syntax/index.ts";
import { isCertainLevelName } from "../../vocabulary/index.ts";

/** Labels that sources, discovery and relabelling usually give. */
const USUAL: ReadonlySet<string> = new Set(
  `job instance app application service service_name service_namespace component pod pod_name namespace container
   container_name container_id image node node_name nodename host hostname cluster cluster_name env environment region zone
   datacenter stage team tenant filename file path unit stream agent channel_id computer name project compose_service
   compose_project swarm_service release version k8s_cluster_name task_name topic partition group deployment controller role
   provider account subscription device facility`.split(/\s+/),
);

/** Labels of some sources that pipelines often make anew. */
export const isRemadeLabel = (name: string): boolean =>
  isCertainLevelName(name) || name === "stream" || name === "logger";

/** Whether a label of this name hardly comes from stages alone. Internal ones come from sources. */
export const isUsualLabel = (name: string): boolean => USUAL.has(name) || name.startsWith("__");

export interface IncomingLabels {
  has(name: string): boolean;
  /** Whether rules of the document read a label of that name. */
  isReadByRules(name: string): boolean;
}

interface Names {
  /** In `source_labels`. */
  readonly read: ReadonlySet<string>;
  /** Of everything but stages. */
  readonly outside: ReadonlySet<string>;
  /** The components whose stages make a label of the name, by their start. */
  readonly stages: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Names of labels that something before the pipeline in `component` may give; undefined: of a bare body. */
export function labelsBefore(file: SourceFile, component: BlockStatement | undefined): IncomingLabels {
  const { outside, stages, read } = namesIn(file);
  return {
    isReadByRules: (name) => read.has(name),
    has(name) {
      const makers = stages.get(name);
      const own = component !== undefined && makers?.has(component.span.start) === true ? 1 : 0;
      return outside.has(name) || (makers?.size ?? 0) > own;
    },
  };
}

const namesIn = onceFor((file: SourceFile): Names => {
  const outside = new Set<string>();
  const stages = new Map<string, Set<number>>();
  const read = new Set<string>();
  walkStatements(file.body, (statement, parents) => {
    if (statement.kind !== "attribute") return;
    const own = parents.find(({ name }) => name.startsWith("stage."));
    if (own === undefined) {
      if (statement.name === "target_label") addText(outside, statement.value);
      else if (statement.name === "source_labels" && statement.value.kind === "array")
        for (const element of statement.value.elements) addText(read, element);
      else walkExpression(statement.value, (one) => addKeys(outside, one));
      return;
    }
    const component = parents[0]!;
    if (component === own || !/^stage\.(?:static_)?labels$/.test(parents.at(-1)!.name)) return;
    const labels = new Set<string>();
    walkExpression(statement.value, (one) => addKeys(labels, one));
    for (const label of labels) stages.set(label, (stages.get(label) ?? new Set()).add(component.span.start));
  });
  return { outside, stages, read };
});

function addText(names: Set<string>, value: Expression): void {
  if (value.kind === "literal" && value.literal === "string") names.add(value.text.slice(1, -1));
}

function addKeys(names: Set<string>, value: Expression): boolean {
  if (value.kind === "object") for (const { name } of value.fields) names.add(name);
  return true;
}
