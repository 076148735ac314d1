import { defineExecutor } from '@heddle/engine';
import { type Json, describeValue, renderText } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { mentionedNamespaces } from '../fields/mentioned-namespaces';
import { resolveNamed } from '../fields/resolve-named';
import { templateTransform, type TemplateTransformConfig } from './schema';

function parseRendered(rendered: string, type: TemplateTransformConfig['output_type']): Json {
  if (type === 'string') return rendered;
  const expected = type === 'json' ? 'JSON' : 'a JSON list';
  let value: Json;
  try {
    value = JSON.parse(rendered) as Json;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw nodeErrors.TEMPLATE_OUTPUT_INVALID({ expected, reason }, error);
  }
  if (type === 'array' && !Array.isArray(value)) {
    throw nodeErrors.TEMPLATE_OUTPUT_INVALID({ expected, reason: `got ${describeValue(value)}` });
  }
  return value;
}

export default defineExecutor(templateTransform, {
  needs: ['sandbox'],
  async run({ template, variables: named, output_type: type }, context) {
    const { variables, ports, signal } = context;
    const values = resolveNamed(named, context);
    const input = { ...mentionedNamespaces(template, variables), ...values };
    const result = await ports.sandbox.run({ kind: 'template', source: template, input }, signal);
    const rendered = renderText(result.value);
    return { outputs: { rendered, value: parseRendered(rendered, type) }, inputs: values };
  },
});
