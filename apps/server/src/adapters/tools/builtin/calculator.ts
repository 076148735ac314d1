import { z } from 'zod';
import { toolErrors } from '../tool-errors';
import { ARITHMETIC_NAMES, ArithmeticError, calculate } from './arithmetic';
import { defineBuiltin } from './builtin-tool';

/** Calculates expressions, which models are bad at. */
export const calculator = defineBuiltin({
  name: 'calculator',
  title: { en: 'Calculator', zh: '计算器' },
  description: {
    en: 'Calculates an arithmetic expression exactly. Use it for every calculation.',
    zh: '精确计算算术表达式。凡是需要计算都应使用它。',
  },
  arguments: z.strictObject({
    expression: z
      .string()
      .describe(
        `For example "(1.5 + 2) * 3 ^ 2 / sqrt(16)". Operators: + - * / % ^ !, names: ${ARITHMETIC_NAMES.join(', ')}.`,
      ),
  }),
  run({ expression }) {
    try {
      const result = calculate(expression);
      return { json: { expression, result }, text: String(result) };
    } catch (error) {
      if (!(error instanceof ArithmeticError)) throw error;
      throw toolErrors.TOOL_ARGUMENTS_INVALID({ tool: 'calculator', reason: error.message }, error);
    }
  },
});
