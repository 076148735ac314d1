import { elementType, type Json, type JsonObject, type ValueType } from '@heddle/model';
import type { ParameterConfig } from './schema';

function typeSchema({ type, options }: ParameterConfig): JsonObject {
  const choices: Json = options.length > 0 ? { enum: options } : {};
  if (type === 'select') return { type: 'string', ...choices };
  const element = elementType(type as ValueType);
  return element === undefined ? { type, ...choices } : { type: 'array', items: { type: element } };
}

/** The JSON Schema of the parameters to find. */
export const parametersSchema = (parameters: readonly ParameterConfig[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters.map((parameter) => [
      parameter.name,
      {
        ...typeSchema(parameter),
        ...(parameter.description === '' ? {} : { description: parameter.description }),
      },
    ]),
  ),
  required: parameters.filter(({ required }) => required).map(({ name }) => name),
  additionalProperties: false,
});
