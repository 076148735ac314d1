import type { Json } from '@heddle/model';
import { describeNodeContract, runNode } from '@heddle/testing';
import executor from './executor';
import { renderMarkdown } from './render-markdown';
import { answer } from './schema';

const image = { id: 'f1', name: 'cat.png', mime_type: 'image/png', size: 1, type: 'image', url: '/files/f1' };
const paper = { id: 'f2', name: 'a.pdf', mime_type: 'application/pdf', size: 1, type: 'document' };
const variables = { llm: { text: 'Hello' }, start: { files: [image, paper], data: { a: 1 } } };

describeNodeContract(answer, executor, {
  folder: __dirname,
  samples: [{ config: { text: '{{ llm.text }}: {{ start.files }}' }, variables, isRun: true }],
});

describe('answer', () => {
  it('writes its text and lists the files that it shows', async () => {
    const run = await runNode(executor, { text: '{{ llm.text }}\n{{ start.files }}' }, { variables });
    expect(run.outputs).toEqual({ text: 'Hello\n![cat.png](/files/f1)\na.pdf', files: [image, paper] });
  });

  it('names a reference that leads nowhere', async () => {
    await expect(runNode(executor, { text: '{{ llm.nothing }}' }, { variables })).rejects.toMatchObject({
      code: 'VARIABLE_UNKNOWN',
    });
  });

  it.each<[string, Json, string]>([
    ['text as it is', '- *a*', '- *a*'],
    ['null as nothing', null, ''],
    ['numbers and booleans as words', 1.5, '1.5'],
    ['an object as indented JSON', { a: 1 }, '{\n  "a": 1\n}'],
    ['a list as items', ['a', 2, { b: 1 }], '- a\n- 2\n- {"b":1}'],
    ['an empty list as nothing', [], ''],
    ['an image as an image', image, '![cat.png](/files/f1)'],
    ['a file without an address by its name', paper, 'a.pdf'],
    ['another file as a link', { ...paper, url: '/files/f2', name: 'a[1].pdf' }, '[a1.pdf](/files/f2)'],
  ])('writes %s', (_what, value, expected) => {
    expect(renderMarkdown(value)).toBe(expected);
  });

  it('streams in the same words as it answers', () => {
    expect(answer.renderResponse).toBe(renderMarkdown);
    expect(answer.response?.({ text: 'Hi {{ llm.text }}' })).toEqual([
      { kind: 'text', text: 'Hi ' },
      { kind: 'reference', path: ['llm', 'text'] },
    ]);
  });

  it('refuses to say nothing', () => {
    expect(answer.check?.({ text: ' ' })).toMatchObject([{ code: 'NODE_CONFIG_INVALID', path: 'text' }]);
  });
});
