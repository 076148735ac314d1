import type { JsonObject } from '@heddle/model';
import type { DifyVariable } from '../dsl/dify-dsl';
import type { ExchangeWarnings } from '../exchange-issue';
import { readConstant, readType } from '../nodes/value-types';

/** Environment variables; secrets come blank, whatever the file says. */
export const readEnvironment = (
  variables: readonly DifyVariable[],
  warnings: ExchangeWarnings,
): JsonObject[] =>
  variables.map(({ name, value_type: given, value }) => {
    const type = readType(given);
    if (type === 'secret') warnings.add('SECRET_BLANK', { name }, { path: 'variables.env' });
    return { name, type, value: type === 'secret' ? '' : readConstant(value, type) };
  });

/** Variables that a conversation keeps. */
export const readConversation = (variables: readonly DifyVariable[]): JsonObject[] =>
  variables.map(({ name, value_type: given, value }) => {
    const type = readType(given);
    return { name, type, default: readConstant(value, type) };
  });
