import { defineExecutor } from '@heddle/engine';
import { type JsonObject, type Lookup, resolveValue } from '@heddle/model';
import { output } from './schema';

export default defineExecutor(output, {
  needs: [],
  run(config, { variables }) {
    // A branch that was not taken leaves nothing behind; its results are null, not an error.
    const lookup: Lookup = (path) => (variables.has(path) ? variables.lookup(path) : null);
    const outputs: JsonObject = {};
    for (const { name, value } of config.outputs) outputs[name] = resolveValue(value, lookup);
    return { outputs, inputs: outputs };
  },
});
