import { defineExecutor, type SandboxLimits } from '@heddle/engine';
import { describeValue, isJsonObject, type Json, type JsonObject, matchesType } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { resolveNamed } from '../fields/resolve-named';
import { code, type CodeConfig, LOGS_OUTPUT } from './schema';

const limitsOf = ({ limits }: CodeConfig): { limits?: Partial<SandboxLimits> } => {
  if (!limits) return {};
  const { timeout_ms: timeoutMs, memory_mb: memoryMb } = limits;
  return {
    limits: {
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(memoryMb === undefined ? {} : { memoryMb }),
    },
  };
};

/** The result as declared: every output there, of its type, and nothing else. */
function declaredOutputs(result: Json, declared: CodeConfig['outputs'], allowsNull: boolean): JsonObject {
  if (!isJsonObject(result)) throw nodeErrors.CODE_RESULT_NOT_OBJECT({ got: describeValue(result) });
  const outputs: JsonObject = {};
  for (const [output, expected] of Object.entries(declared)) {
    const value = Object.hasOwn(result, output) ? result[output] : undefined;
    if (value === undefined) throw nodeErrors.CODE_OUTPUT_MISSING({ output });
    if (!matchesType(value, expected) && !(allowsNull && value === null)) {
      throw nodeErrors.CODE_OUTPUT_TYPE({ output, expected, got: describeValue(value) });
    }
    outputs[output] = value;
  }
  const extra = Object.keys(result).find((key) => !Object.hasOwn(declared, key));
  if (extra !== undefined) throw nodeErrors.CODE_OUTPUT_EXTRA({ output: extra });
  return outputs;
}

export default defineExecutor(code, {
  needs: ['sandbox'],
  async run(config, context) {
    const { ports, signal, isDifyCompatible } = context;
    const input = resolveNamed(config.inputs, context);
    const { language, code: source } = config;
    const { value, logs } = await ports.sandbox.run(
      { kind: 'code', language, source, input, ...limitsOf(config) },
      signal,
    );
    const outputs = declaredOutputs(value, config.outputs, isDifyCompatible === true);
    return { outputs: { ...outputs, [LOGS_OUTPUT]: [...logs] }, inputs: input };
  },
});
