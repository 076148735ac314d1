import { defineExecutor } from '@heddle/engine';
import { type JsonObject, ownValue } from '@heddle/model';
import { coerceInput } from './coerce-input';
import { trigger } from './schema';

export default defineExecutor(trigger, {
  needs: [],
  run({ inputs }, context) {
    const outputs: JsonObject = {};
    for (const input of inputs)
      outputs[input.name] = coerceInput(input, ownValue(context.inputs, input.name));
    return { outputs, inputs: outputs };
  },
});
