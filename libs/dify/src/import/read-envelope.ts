import type { JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeConverter, NodeImport } from '../node-converter';
import { readConstant } from '../nodes/value-types';
import { renameSteps } from '../references';

function readRetry(data: Fields, node: NodeImport): JsonObject {
  const retry = data.object('retry_config');
  const isOn = retry.flag('retry_enabled');
  const attempts = retry.number('max_retries') ?? 0;
  const interval = retry.number('retry_interval') ?? 1_000;
  // A form of older editors, which never had an effect.
  retry.ignore('enabled', 'max_attempts', 'interval');
  if (!isOn || attempts <= 0) return {};
  return {
    retry: {
      max_attempts: node.within('retry_config.max_retries', attempts, [0, 10]),
      interval_ms: node.within('retry_config.retry_interval', interval, [0, 600_000]),
    },
  };
}

function readDefaults(data: Fields, converter: NodeConverter): JsonObject {
  const outputs: JsonObject = {};
  for (const item of data.objects('default_value')) {
    const [name] = renameSteps([item.text('key')], converter.outputs ?? {});
    outputs[String(name)] = readConstant(item.value('value'), item.text('type', 'string'));
  }
  return outputs;
}

function readErrorPolicy(data: Fields, converter: NodeConverter): JsonObject {
  const strategy = data.text('error_strategy', 'none');
  const defaults = readDefaults(data, converter);
  if (strategy === 'fail-branch') return { on_error: 'branch' };
  return strategy === 'default-value' ? { on_error: 'default_value', default_outputs: defaults } : {};
}

/** What every node may say besides its config: retries, and what an error does. */
export const readEnvelope = (data: Fields, converter: NodeConverter, node: NodeImport): JsonObject => ({
  ...readRetry(data, node),
  ...readErrorPolicy(data, converter),
});
