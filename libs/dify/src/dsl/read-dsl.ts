import { isJsonObject, MAX_FLOW_EDGES, MAX_FLOW_NODES } from '@heddle/model';
import { difyErrors } from '../errors';
import { plainData } from '../plain-data';
import { parseYaml } from '../yaml-text';
import { difyDslSchema, type DifyDsl } from './dify-dsl';

/** Whether data looks like one of Dify's files, of whatever version. */
export const isDifyDsl = (data: unknown): boolean =>
  isJsonObject(data) &&
  (isJsonObject(data['app']) || isJsonObject(data['workflow']) || isJsonObject(data['model_config']));

function refuseTooLarge({ workflow }: DifyDsl): void {
  const counts = [
    ['nodes', workflow?.graph.nodes.length ?? 0, MAX_FLOW_NODES],
    ['connections', workflow?.graph.edges?.length ?? 0, MAX_FLOW_EDGES],
  ] as const;
  for (const [what, count, limit] of counts) if (count > limit) throw difyErrors.DSL_LIMIT({ what, limit });
}

/**
 * Reads the data of a Dify file.
 * @throws DSL_INVALID, DSL_KIND_UNSUPPORTED, DSL_LIMIT
 */
export function readDifyDsl(data: unknown): DifyDsl {
  const parsed = difyDslSchema.safeParse(plainData(data));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const path = (issue?.path ?? []).map(String).join('.');
    throw difyErrors.DSL_INVALID({ path, reason: issue?.message ?? 'it is no Dify app' });
  }
  const dsl = parsed.data;
  if (dsl.kind !== 'app') throw difyErrors.DSL_KIND_UNSUPPORTED({ kind: dsl.kind });
  if (!dsl.workflow && !dsl.model_config) {
    throw difyErrors.DSL_INVALID({ path: 'workflow', reason: 'there is no workflow and no model_config' });
  }
  refuseTooLarge(dsl);
  return dsl;
}

/**
 * Reads the text of a Dify file.
 * @throws DSL_SYNTAX, DSL_LIMIT, DSL_INVALID, DSL_KIND_UNSUPPORTED
 */
export const parseDifyDsl = (text: string): DifyDsl => readDifyDsl(parseYaml(text));
