import { catalogue } from '@heddle/nodes';
import { describeField, isFieldShown } from '@heddle/ui';
import { describe, expect, it } from 'vitest';
import { configSchemaOf } from './config-schema';

const definition = catalogue.get('trigger');
const schema = definition ? configSchemaOf(definition) : {};
const fields = Object.entries(schema.properties ?? {});

const described = (language: 'en' | 'zh') =>
  fields.map(([key, property]) =>
    describeField(key, property, { root: schema, required: [], language, hasControl: () => true }),
  );

const shownFor = (kind: string): string[] =>
  described('en')
    .filter((field) => isFieldShown(field, schema, { kind }))
    .map(({ key }) => key);

describe('the form of a start', () => {
  it.each([
    ['manual', ['kind', 'inputs']],
    ['api', ['kind', 'inputs']],
    ['webhook', ['kind', 'method', 'secret', 'response', 'inputs']],
    ['schedule', ['kind', 'cron', 'timezone']],
  ])('of kind %s has the fields of that kind', (kind, expected) => {
    expect(shownFor(kind)).toEqual(expected);
  });

  it('is titled in both languages', () => {
    const [english, chinese] = [described('en'), described('zh')];
    expect(english.map(({ title }) => title)).toContain('Time zone');
    expect(chinese.map(({ title }) => title)).toContain('时区');
    expect(chinese.every(({ title }) => /[\u4e00-\u9fff]|Cron/.test(title))).toBe(true);
  });
});
