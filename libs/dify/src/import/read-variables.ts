import type { JsonObject } from '@heddle/model';
import type { DifyVariable } from '../dsl/dify-dsl';
import type { ExchangeWarnings } from '../exchange-issue';
import { readConstant, readType } from '../nodes/value-types';

/** Descriptions have no place here. */
function warnOfDescription(
  { name, description }: DifyVariable,
  scope: string,
  warnings: ExchangeWarnings,
): void {
  if (typeof description !== 'string' || description === '') return;
  warnings.add('FIELD_NOT_CARRIED', { field: `${name}.description` }, { path: `variables.${scope}` });
}

/** Environment variables; secrets come blank, whatever the file says. */
export const readEnvironment = (
  variables: readonly DifyVariable[],
  warnings: ExchangeWarnings,
): JsonObject[] =>
  variables.map((variable) => {
    const { name, value_type: given, value } = variable;
    const type = readType(given);
    warnOfDescription(variable, 'env', warnings);
    if (type === 'secret') warnings.add('SECRET_BLANK', { name }, { path: 'variables.env' });
    return { name, type, value: type === 'secret' ? '' : readConstant(value, type) };
  });

/** Variables that a conversation keeps. */
export const readConversation = (
  variables: readonly DifyVariable[],
  warnings: ExchangeWarnings,
): JsonObject[] =>
  variables.map((variable) => {
    const { name, value_type: given, value } = variable;
    const type = readType(given);
    warnOfDescription(variable, 'conversation', warnings);
    return { name, type, default: readConstant(value, type) };
  });
