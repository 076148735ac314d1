import { randomBytes } from 'node:crypto';
import pino from 'pino';
import type { ModelSettings } from '../../adapters/models/model-settings';
import { MemoryEventBus } from '../../platform/bus/memory-event-bus';
import { SecretBox } from '../../platform/crypto/secret-box';
import type { ModelInstanceEntity } from './model-instance.entity';
import type { ModelProviderEntity } from './model-provider.entity';
import type { ModelRow, ModelsRepository } from './models.repository';
import { sealedKeys } from './provider-keys';
import { WorkspaceModels } from './workspace-models';

const box = new SecretBox(randomBytes(32));
const provider = {
  id: 'p',
  name: 'mine',
  provider_type: 'openai_compatible',
  base_url: 'http://models/v1',
  extra_config: {},
  is_active: true,
  ...sealedKeys({ api_keys: ['sk-1', 'sk-2'] }, 'p', box),
} as ModelProviderEntity;
const row = (id: string, fallback_ids: string[] = []): ModelRow => ({
  provider,
  model: {
    id,
    model_name: `model-${id}`,
    model_type: 'llm',
    display_name: id,
    capabilities: {},
    default_params: {},
    price: null,
    limits: {},
    fallback_ids,
    is_default: false,
    is_active: true,
  } as unknown as ModelInstanceEntity,
});

describe('WorkspaceModels', () => {
  let rows: ModelRow[];
  let reads: ((rows: ModelRow[]) => void)[];
  let count: number;
  let isHeld: boolean;
  let models: WorkspaceModels;

  beforeEach(() => {
    rows = [row('a', ['b']), row('b')];
    reads = [];
    count = 0;
    isHeld = false;
    const repository = {
      all: () => {
        count += 1;
        return isHeld ? new Promise<ModelRow[]>((done) => reads.push(done)) : Promise.resolve(rows);
      },
    } as unknown as ModelsRepository;
    const settings = { provider: undefined } as ModelSettings;
    models = new WorkspaceModels(repository, settings, box, new MemoryEventBus(pino({ level: 'silent' })));
  });
  afterEach(() => models.onModuleDestroy());

  const names = async (): Promise<string[]> =>
    (await models.find('w', 'llm', {})).map(({ instanceId = '' }) => instanceId);

  it('gives a model with its keys, then those that stand in, and reads them once', async () => {
    const targets = await models.find('w', 'llm', { modelInstanceId: 'a' });
    expect(targets).toMatchObject([
      {
        instanceId: 'a',
        providerId: 'p',
        model: 'model-a',
        baseURL: 'http://models/v1',
        apiKeys: ['sk-1', 'sk-2'],
      },
      { instanceId: 'b', model: 'model-b' },
    ]);
    expect(await models.find('w', 'llm', { model: 'model-a' })).toEqual(targets);
    expect(count).toBe(1);
  });

  it('reads again after a change, of that workspace alone', async () => {
    await names();
    rows = [row('c')];
    models.changed('another');
    expect(await names()).toEqual(['a', 'b']);
    models.changed('w');
    expect(await names()).toEqual(['c']);
  });

  it('keeps nothing that was read before a change', async () => {
    isHeld = true;
    const early = names();
    models.changed('w');
    reads[0]?.([row('old')]);
    expect(await early).toEqual(['old']);
    isHeld = false;
    expect(await names()).toEqual(['a', 'b']);
  });

  it('tries again after a failure to read', async () => {
    isHeld = true;
    const failing = names();
    reads[0]?.(Promise.reject(new Error('the database is away')) as never);
    await expect(failing).rejects.toThrow('away');
    isHeld = false;
    expect(await names()).toEqual(['a', 'b']);
  });

  it('names the model that was asked for and cannot be used', async () => {
    rows = [row('a')];
    rows[0] = { ...row('a'), provider: { ...provider, is_active: false } };
    await expect(models.find('w', 'llm', { modelInstanceId: 'a' })).rejects.toMatchObject({
      code: 'MODEL_NOT_CONFIGURED',
      details: { model: 'a' },
    });
    expect(await models.find('w', 'llm', {})).toEqual([]);
  });
});
