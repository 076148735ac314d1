import type { Json, JsonObject } from '@heddle/model';
import { describeNodeContract, runNode } from '@heddle/testing';
import executor from './executor';
import { trigger } from './schema';

const EVERY_TYPE = [
  { name: 'topic', type: 'string', required: true, max_length: 5 },
  { name: 'story', type: 'paragraph' },
  { name: 'price', type: 'number' },
  { name: 'pages', type: 'integer' },
  { name: 'is_draft', type: 'boolean' },
  { name: 'tone', type: 'select', options: ['calm', 'loud'] },
  { name: 'extra', type: 'object' },
  { name: 'tags', type: 'array' },
  { name: 'cover', type: 'file' },
  { name: 'papers', type: 'files' },
];
const FILE = {
  id: 'f1',
  name: 'a.pdf',
  mime_type: 'application/pdf',
  size: 3,
  extension: '.pdf',
  type: 'document',
};

describeNodeContract(trigger, executor, {
  folder: __dirname,
  samples: [
    { config: { kind: 'api', inputs: EVERY_TYPE }, inputs: { topic: 'looms', papers: [FILE] }, isRun: true },
  ],
});

const accept = async (input: JsonObject, value?: Json): Promise<Json | undefined> => {
  const inputs: JsonObject = value === undefined ? {} : { x: value };
  return (await runNode(executor, { inputs: [{ name: 'x', ...input }] }, { inputs })).outputs['x'];
};

describe('an input of the trigger', () => {
  it.each<[string, JsonObject, Json, Json]>([
    ['text', { type: 'string' }, 'hi', 'hi'],
    ['a number as text', { type: 'string' }, 5, '5'],
    ['digits as a number', { type: 'number' }, ' 2.5 ', 2.5],
    ['digits as a whole number', { type: 'integer' }, '7', 7],
    ['the word true', { type: 'boolean' }, 'True', true],
    ['a zero as no', { type: 'boolean' }, 0, false],
    ['one of the options', { type: 'select', options: ['a', '2'] }, 2, '2'],
    ['JSON text as an object', { type: 'object' }, '{"a":1}', { a: 1 }],
    ['JSON text as a list', { type: 'array' }, '[1]', [1]],
    ['a file', { type: 'file' }, FILE, FILE],
    ['a list of one as a file', { type: 'file' }, [FILE], FILE],
    ['a single file as a list', { type: 'files' }, FILE, [FILE]],
    ['a file with an allowed ending', { type: 'file', allowed_file_extensions: ['PDF'] }, FILE, FILE],
  ])('takes %s', async (_what, input, given, expected) => {
    expect(await accept(input, given)).toEqual(expected);
  });

  it.each<[string, JsonObject, Json, string]>([
    ['a list as text', { type: 'string' }, [1], 'x: expected text, got a list of 1.'],
    ['a word as a number', { type: 'number' }, 'ten', "x: expected a number, got text 'ten'."],
    ['a fraction as a whole number', { type: 'integer' }, 1.5, 'x: expected a whole number, got number 1.5.'],
    ['a huge whole number', { type: 'integer' }, '9007199254740993', 'x: expected a whole number'],
    ['maybe as a boolean', { type: 'boolean' }, 'maybe', 'x: expected true or false'],
    ['an unknown option', { type: 'select', options: ['a'] }, 'b', "x: expected one of 'a', got text 'b'."],
    ['broken JSON as an object', { type: 'object' }, '{', 'x: expected an object'],
    ['a list as an object', { type: 'object' }, [1], 'x: expected an object'],
    ['a name as a file', { type: 'file' }, 'a.pdf', 'x: expected a file'],
    [
      'a kind of file that is not allowed',
      { type: 'file', allowed_file_types: ['image'] },
      FILE,
      'of kind image',
    ],
    [
      'an ending that is not allowed',
      { type: 'files', allowed_file_extensions: ['.png'] },
      [FILE],
      'ending in png',
    ],
  ])('refuses %s', async (_what, input, given, message) => {
    await expect(accept(input, given)).rejects.toMatchObject({
      code: 'INPUT_TYPE',
      message: expect.stringContaining(message) as string,
    });
  });

  it.each<[string, JsonObject, Json | undefined]>([
    ['nothing', { type: 'string' }, undefined],
    ['null', { type: 'number' }, null],
    ['blanks', { type: 'paragraph' }, '  \n'],
    ['an empty list', { type: 'files' }, []],
  ])('is missed when required and %s is given', async (_what, input, given) => {
    await expect(accept({ ...input, required: true }, given)).rejects.toMatchObject({
      code: 'INPUT_REQUIRED',
      category: 'user',
      details: { input: 'x' },
    });
  });

  it('counts characters as people do and names the limit', async () => {
    expect(await accept({ type: 'string', max_length: 2 }, '🧵🧵')).toBe('🧵🧵');
    await expect(accept({ type: 'paragraph', max_length: 2 }, '🧵🧵🧵')).rejects.toMatchObject({
      code: 'INPUT_TOO_LONG',
      message: 'x: has 3 characters, limit 2.',
    });
    await expect(accept({ type: 'files', max_files: 1 }, [FILE, FILE])).rejects.toMatchObject({
      code: 'INPUT_TOO_LONG',
      message: 'x: has 2 files, limit 1.',
    });
  });

  it.each<[JsonObject, Json]>([
    [{ type: 'string' }, ''],
    [{ type: 'boolean' }, false],
    [{ type: 'number' }, null],
    [{ type: 'object' }, null],
    [{ type: 'file' }, null],
    [{ type: 'files' }, []],
    [{ type: 'string', default: 'ruby' }, 'ruby'],
    [{ type: 'number', default: '4', required: true }, 4],
  ])('that nobody gave has the default or the empty value of its type, %j', async (input, expected) => {
    expect(await accept(input)).toEqual(expected);
  });

  it('reads own names only and leaves out what is not declared', async () => {
    const run = await runNode(executor, { inputs: [{ name: 'x' }] }, { inputs: { y: 1 } });
    expect(run.outputs).toEqual({ x: '' });
    expect((await runNode(executor, { inputs: [{ name: 'toString' }] })).outputs).toEqual({ toString: '' });
  });
});

describe('the check of a trigger', () => {
  const issues = (inputs: Json[]): unknown[] =>
    (trigger.check?.(trigger.config.parse({ inputs })) ?? []).map(({ code, path }) => [code, path]);

  it('finds names that cannot be variables, doubles, selects without options and defaults that do not fit', () => {
    expect(
      issues([
        { name: '__proto__' },
        { name: 'a' },
        { name: 'a' },
        { name: 'b', type: 'select' },
        { name: 'c', type: 'integer', default: 'many' },
      ]),
    ).toEqual([
      ['VARIABLE_NAME_INVALID', 'inputs[0].name'],
      ['NODE_CONFIG_INVALID', 'inputs[2].name'],
      ['NODE_CONFIG_INVALID', 'inputs[3].options'],
      ['NODE_CONFIG_INVALID', 'inputs[4].default'],
    ]);
  });

  it('has nothing to say about a sound config', () => {
    expect(issues(EVERY_TYPE)).toEqual([]);
  });
});
