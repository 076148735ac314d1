import type { AnyNodeDefinition, FlowDocument, FlowNode, NodeCatalogue, OutputField } from '@heddle/model';
import { indexGraph } from './graph-index';
import { askDefinition, outputsOf } from './node-ports';

/** Whether other nodes may stand inside nodes of a type; a called flow fills its node itself. */
export const holdsNodes = (definition: AnyNodeDefinition | undefined): boolean =>
  definition?.kind === 'container' && definition.callee === undefined;

/** Whether a type repeats its inside until something ends it, rather than once for each item. */
export const isLoop = (definition: AnyNodeDefinition | undefined): boolean =>
  holdsNodes(definition) && definition?.container?.hasGate !== undefined;

type Nodes = Pick<FlowDocument, 'nodes' | 'edges'>;

/** The containers around a node, innermost first; ends where a broken document would go in circles. */
export function containersAround(document: Nodes, nodeId: string): readonly string[] {
  const { nodes } = indexGraph(document);
  const around: string[] = [];
  let parent = nodes.get(nodeId)?.parent_id;
  while (parent !== undefined && parent !== nodeId && !around.includes(parent) && nodes.has(parent)) {
    around.push(parent);
    parent = nodes.get(parent)?.parent_id;
  }
  return around;
}

/** The container that a node lies in, as far as the canvas can show it there. */
export const frameOf = (document: Nodes, nodeId: string): string | undefined =>
  containersAround(document, nodeId)[0];

/** Why a node cannot stand at a place; shown as `editor.misplaced.<problem>`. */
export type PlaceProblem = 'start_inside' | 'exit_outside' | 'no_container';

/** Says why nodes of a type cannot stand in a container (undefined: at the top); null when they can. */
export function placeProblem(
  document: Nodes,
  catalogue: NodeCatalogue,
  { definition, frameId }: { definition: AnyNodeDefinition | undefined; frameId: string | undefined },
): PlaceProblem | null {
  const frame = frameId === undefined ? undefined : indexGraph(document).nodes.get(frameId);
  const around = frame && catalogue.get(frame.type);
  if (frameId !== undefined && !holdsNodes(around)) return 'no_container';
  if (definition?.kind === 'start' && frameId !== undefined) return 'start_inside';
  return definition?.kind === 'exit' && !isLoop(around) ? 'exit_outside' : null;
}

/** What nodes inside a container read of it: its item or round, and what it carries from round to round. */
export interface FrameVariables {
  readonly hasItem: boolean;
  readonly carried: readonly OutputField[];
}

/** Says what a container gives to the nodes inside. */
export function frameVariablesOf(node: FlowNode, definition: AnyNodeDefinition | undefined): FrameVariables {
  const hasItem = !isLoop(definition);
  if (!definition || hasItem) return { hasItem, carried: [] };
  const names = new Set(
    Object.keys(
      askDefinition(definition, node.config, (type, config) => type.container?.plan(config, () => null))
        ?.variables ?? {},
    ),
  );
  return { hasItem, carried: outputsOf(node, definition).filter(({ name }) => names.has(name)) };
}
