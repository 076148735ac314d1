import { MAX_MODEL_NAME, type ModelCapabilities, type ModelType, nameText } from '@heddle/contracts';
import type { OfferedModel } from '../model-probe';
import type { ListTraits, ModelRule } from '../presets/preset';
import { numberAt, valueAt } from '../wire/json-place';
import { GENERAL_RULES } from './general-rules';

type Rules = readonly ModelRule[];

function matches({ at, match }: ModelRule, entry: unknown, name: string): boolean {
  const found = at === undefined ? name : valueAt(entry, at);
  const text = Array.isArray(found) ? found.join(',') : found;
  return (typeof text === 'string' || typeof text === 'boolean') && match.test(String(text));
}

/** The first rule with a type decides; what no rule knows is a chat model. */
function typeOf(rules: Rules): ModelType | null {
  const rule = rules.find(({ type }) => type !== undefined);
  return rule?.type === undefined ? 'llm' : rule.type;
}

function capabilitiesOf(entry: unknown, rules: Rules, traits: ListTraits): ModelCapabilities {
  const context = numberAt(entry, traits.context_length);
  const output = numberAt(entry, traits.max_output);
  return {
    ...Object.fromEntries(rules.flatMap(({ can = [] }) => can).map((ability) => [ability, true])),
    ...(context === undefined ? {} : { context_length: Math.round(context) }),
    ...(output === undefined ? {} : { max_output: Math.round(output) }),
  };
}

function offered(entry: unknown, traits: ListTraits): OfferedModel | undefined {
  const listed = typeof entry === 'string' ? entry : valueAt(entry, traits.name);
  if (typeof listed !== 'string') return undefined;
  const name = listed.startsWith(traits.prefix) ? listed.slice(traits.prefix.length) : listed;
  // What could not be added is not offered.
  if (nameText(MAX_MODEL_NAME).safeParse(name).data !== name) return undefined;
  const rules = [...traits.rules, ...GENERAL_RULES].filter((rule) => matches(rule, entry, name));
  const type = typeOf(rules);
  if (type === null) return undefined;
  const { reasoning, vision, tools, json_schema, ...sizes } = capabilitiesOf(entry, rules, traits);
  const abilities = { reasoning, vision, tools, json_schema };
  const known = Object.entries(abilities).filter(([, value]) => value !== undefined);
  return { name, type, capabilities: type === 'llm' ? { ...sizes, ...Object.fromEntries(known) } : sizes };
}

/** Reads what a provider lists: each model once, by name, with what it seems to be for. */
export function offeredModels(answer: unknown, traits: ListTraits): readonly OfferedModel[] | undefined {
  const list = valueAt(answer, traits.list);
  if (!Array.isArray(list)) return undefined;
  const models = list.map((entry) => offered(entry, traits)).filter((model) => model !== undefined);
  const byName = new Map(models.map((model) => [model.name, model]));
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
