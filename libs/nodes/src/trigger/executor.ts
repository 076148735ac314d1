import { defineExecutor, type NodeVariables } from '@heddle/engine';
import { isJsonObject, type Json, type JsonObject, ownValue } from '@heddle/model';
import { coerceInput } from './coerce-input';
import { trigger, type TriggerConfig, type TriggerInput } from './schema';

type Give = (name: string) => Json | undefined;

function declared(inputs: readonly TriggerInput[], give: Give): JsonObject {
  const outputs: JsonObject = {};
  for (const input of inputs) outputs[input.name] = coerceInput(input, give(input.name));
  return outputs;
}

/** What came with a request; a run from the console has none and gives the declared inputs themselves. */
function ofRequest({ inputs }: TriggerConfig, given: JsonObject): JsonObject {
  const { method = '', headers = {}, query = {}, body = null } = given;
  const places = [given, body, query].filter(isJsonObject);
  const give: Give = (name) =>
    places.map((place) => ownValue(place, name)).find((value) => value !== undefined);
  return { ...declared(inputs, give), method, headers, query, body };
}

function outputsOf(config: TriggerConfig, given: JsonObject, startedAt: () => Json): JsonObject {
  switch (config.kind) {
    case 'webhook':
      return ofRequest(config, given);
    case 'schedule':
      return { scheduled_at: given['scheduled_at'] ?? startedAt(), timezone: config.timezone };
    default:
      return declared(config.inputs, (name) => ownValue(given, name));
  }
}

/** A run that a person starts has no planned time, so its own start stands for it. */
function startOf(variables: NodeVariables): Json {
  const place = ['sys', 'timestamp'] as const;
  const seconds = variables.has(place) ? Number(variables.lookup(place)) : 0;
  return new Date(seconds * 1000).toISOString();
}

export default defineExecutor(trigger, {
  needs: [],
  run(config, context) {
    const outputs = outputsOf(config, context.inputs, () => startOf(context.variables));
    return { outputs, inputs: outputs };
  },
});
