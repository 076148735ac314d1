import type { ModelChoice } from '@heddle/engine';
import { isJsonObject, type DraftDocument, type FlowIssue } from '@heddle/model';
import { catalogue } from '@heddle/nodes';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Warns of nodes whose model is not there yet: the flow is in order, but those nodes will fail. */
export function checkModels(document: DraftDocument, isThere: (choice: ModelChoice) => boolean): FlowIssue[] {
  return document.nodes.flatMap((node): FlowIssue[] => {
    const category = catalogue.get(node.type)?.category;
    if ((category !== 'llm' && category !== 'agent') || !isJsonObject(node.config)) return [];
    const model = text(node.config['model']);
    const modelInstanceId = text(node.config['model_instance_id']);
    const choice = {
      ...(model === undefined ? {} : { model }),
      ...(modelInstanceId === undefined ? {} : { modelInstanceId }),
    };
    if (isThere(choice)) return [];
    const named = modelInstanceId ?? model;
    return [
      {
        code: 'MODEL_NOT_CONFIGURED',
        message: named === undefined ? 'no model is configured' : `the model '${named}' is not configured`,
        node_id: node.id,
        path: modelInstanceId === undefined ? 'model' : 'model_instance_id',
        params: named === undefined ? {} : { model: named },
      },
    ];
  });
}
