import type { ModelType } from '@heddle/contracts';
import type { ModelChoice } from '@heddle/engine';
import { chooseModel, fallbacksOf, type ChoosableModel } from './model-choice';

const model = (id: string, more: Partial<ChoosableModel> = {}) => ({
  id,
  model_name: id,
  model_type: 'llm' as const,
  display_name: `The ${id}`,
  is_default: false,
  is_active: true,
  ...more,
});

const WORKSPACE: readonly ChoosableModel[] = [
  model('old-off', { is_active: false }),
  model('oldest'),
  model('twin-1', { model_name: 'twin' }),
  model('twin-2', { model_name: 'twin', is_default: true }),
  model('twin-3', { model_name: 'twin' }),
  model('shared-off', { model_name: 'shared', is_active: false }),
  model('shared', { model_name: 'shared' }),
  model('vectors', { model_type: 'embedding' }),
];
const WITHOUT_DEFAULT = WORKSPACE.filter(({ is_default }) => !is_default);
const DEFAULT_IS_OFF = [...WITHOUT_DEFAULT, model('chosen', { is_default: true, is_active: false })];

const SETTINGS = { model: 'from-settings' };
const NO_SETTINGS = 'none';
const KEY_ONLY = { model: undefined };

interface Case {
  readonly says: string;
  readonly models?: readonly ChoosableModel[];
  readonly settings?: typeof SETTINGS | typeof NO_SETTINGS | typeof KEY_ONLY;
  readonly type?: ModelType;
  readonly choice?: ModelChoice;
  readonly leads: string;
}

const CASES: readonly Case[] = [
  { says: 'an id', choice: { modelInstanceId: 'oldest' }, leads: 'oldest' },
  { says: 'an id before a name', choice: { modelInstanceId: 'oldest', model: 'twin' }, leads: 'oldest' },
  { says: 'an id that is gone, never the settings', choice: { modelInstanceId: 'x' }, leads: '! missing x' },
  {
    says: 'an id that is gone, never the name beside it',
    choice: { modelInstanceId: 'x', model: 'twin' },
    leads: '! missing x',
  },
  { says: 'an id that is off', choice: { modelInstanceId: 'old-off' }, leads: '! off The old-off' },
  { says: 'an id for another use', choice: { modelInstanceId: 'vectors' }, leads: '! type The vectors' },
  { says: 'an empty id, as no id', choice: { modelInstanceId: '' }, leads: 'twin-2' },
  { says: 'a name that several have: the default', choice: { model: 'twin' }, leads: 'twin-2' },
  {
    says: 'a name that several have, without a default: the oldest',
    models: WITHOUT_DEFAULT,
    choice: { model: 'twin' },
    leads: 'twin-1',
  },
  { says: 'a name of which one is off', choice: { model: 'shared' }, leads: 'shared' },
  { says: 'a name that is off, never the settings', choice: { model: 'old-off' }, leads: '! off old-off' },
  { says: 'a name that nobody has: the settings', choice: { model: 'gpt' }, leads: '@ gpt' },
  { says: 'a name of another type: the settings', choice: { model: 'vectors' }, leads: '@ vectors' },
  {
    says: 'a name that nobody has, without settings',
    settings: NO_SETTINGS,
    choice: { model: 'gpt' },
    leads: '! missing gpt',
  },
  { says: 'nothing: the default', leads: 'twin-2' },
  { says: 'nothing, without a default: the oldest active', models: WITHOUT_DEFAULT, leads: 'oldest' },
  { says: 'nothing, the default being off: the oldest active', models: DEFAULT_IS_OFF, leads: 'oldest' },
  { says: 'nothing, in an empty workspace: the settings', models: [], leads: '@ from-settings' },
  {
    says: 'nothing, everything being off: the settings',
    models: [model('a', { is_active: false })],
    leads: '@ from-settings',
  },
  { says: 'nothing, with a key that names no model', models: [], settings: KEY_ONLY, leads: '! nothing' },
  {
    says: 'a name, with a key that names no model',
    models: [],
    settings: KEY_ONLY,
    choice: { model: 'gpt' },
    leads: '@ gpt',
  },
  { says: 'nothing, nowhere', models: [], settings: NO_SETTINGS, leads: '! nothing' },
  { says: 'nothing, of another type', type: 'embedding', leads: 'vectors' },
  { says: 'nothing, of a type that settings do not name', type: 'rerank', leads: '! nothing' },
];

describe('chooseModel', () => {
  it.each(CASES)(
    'for $says',
    ({ models = WORKSPACE, settings = SETTINGS, type = 'llm', choice = {}, leads }) => {
      const offered = settings === NO_SETTINGS ? undefined : settings;
      const chosen = chooseModel({ models, settings: offered }, type, choice);
      const told = {
        instance: () => (chosen.kind === 'instance' ? chosen.model.id : ''),
        settings: () => (chosen.kind === 'settings' ? `@ ${chosen.name}` : ''),
        none: () =>
          chosen.kind === 'none' ? ['!', chosen.reason, chosen.name].filter(Boolean).join(' ') : '',
      }[chosen.kind]();
      expect(told).toBe(leads);
    },
  );
});

describe('fallbacksOf', () => {
  it('keeps their order and leaves out what is gone, off or for something else', () => {
    const first = { ...model('first'), fallback_ids: ['twin-1', 'gone', 'old-off', 'vectors', 'oldest'] };
    expect(fallbacksOf(WORKSPACE, first).map(({ id }) => id)).toEqual(['twin-1', 'oldest']);
  });
});
