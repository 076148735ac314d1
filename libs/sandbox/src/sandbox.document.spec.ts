import type { DocumentJob } from './jobs';
import { Sandbox } from './sandbox';

describe('a document in the sandbox', () => {
  const sandbox = new Sandbox();
  beforeAll(() => sandbox.prewarm(), 20_000);
  afterAll(() => sandbox.close());

  const read = async (job: Omit<DocumentJob, 'kind'>) =>
    (await sandbox.run({ kind: 'document', ...job })).value;

  it('of YAML is its data, several documents a list', async () => {
    const text = 'a: &x {b: 1}\nc:\n  <<: *x\n  d: [yes, "no", 2026-01-02]\n';
    expect(await read({ format: 'yaml', text })).toEqual({
      a: { b: 1 },
      c: { b: 1, d: ['yes', 'no', '2026-01-02'] },
    });
    expect(await read({ format: 'yaml', text: '1\n---\n2\n' })).toEqual([1, 2]);
  });

  it('of CSV is a list of objects by the first row, whatever separates the columns', async () => {
    expect(await read({ format: 'csv', text: '\uFEFFname;n;;n\n"A; ""B""";1;x\n\nC;2\n' })).toEqual([
      { name: 'A; "B"', n: '1', column_3: 'x', n_2: '' },
      { name: 'C', n: '2', column_3: '', n_2: '' },
    ]);
    expect(await read({ format: 'csv', text: 'a,b\n1,2', hasHeader: false })).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('is written in another format', async () => {
    const text = '[{"a":"x,\\"y\\"","b":{"c":1}},{"a":2}]';
    expect(await read({ format: 'json', to: 'csv', text })).toBe('a,b\n"x,""y""","{""c"":1}"\n2,\n');
    expect(await read({ format: 'json', to: 'yaml', text: '{"a":[1,"true"]}' })).toBe(
      'a:\n  - 1\n  - "true"\n',
    );
    expect(await read({ format: 'csv', to: 'json', text: 'a\n1' })).toBe('[\n  {\n    "a": "1"\n  }\n]');
  });

  it('of HTML is the article without what stands around it', async () => {
    const words = 'A loom weaves threads into cloth. '.repeat(20);
    const text = `<!doctype html><html lang="en"><head><title>Looms</title>
      <meta name="description" content="About looms"></head><body><nav><a href="/x">Menu</a></nav>
      <main><h1>Looms</h1><p>${words}</p><p>See <a href="../cloth?a=1">cloth</a> and
      <a href="javascript:alert(1)">this</a>.</p></main><script>document.title = 'no'</script></body></html>`;
    const page = await read({ format: 'html', text, url: 'https://example.com/a/b/' });
    expect(page).toMatchObject({ title: 'Looms', description: 'About looms', language: 'en' });
    expect(page).toHaveProperty('text', expect.stringContaining('[cloth](https://example.com/a/cloth?a=1)'));
    expect(JSON.stringify(page)).not.toMatch(/Menu|javascript:/);
  });

  it('of HTML that is short or broken is all of it', async () => {
    expect(await read({ format: 'html', text: '<p>Hi <b>there' })).toMatchObject({ text: 'Hi **there**' });
    expect(await read({ format: 'html', text: '' })).toMatchObject({ text: '' });
  });

  it.each([
    [{ format: 'yaml', text: 'a: [1' }, 'DOC_CORRUPT'],
    [{ format: 'json', text: '{' }, 'DOC_CORRUPT'],
    [{ format: 'yaml', text: 'a: &a [*a]' }, 'DOC_CORRUPT'],
    [{ format: 'yaml', text: '['.repeat(50_000) + ']'.repeat(50_000) }, 'DOC_LIMIT'],
    [{ format: 'csv', text: 'a\n"1' }, 'DOC_CORRUPT'],
    [{ format: 'json', text: '['.repeat(50_000) + ']'.repeat(50_000), to: 'yaml' }, 'DOC_LIMIT'],
    [
      {
        format: 'yaml',
        text: `a: &a [x]\n${'bcdefghij'.replace(/./g, (at, index: number) => `${at}: &${at} [${`*${'abcdefghi'[index]},`.repeat(10)}]\n`)}`,
      },
      'DOC_LIMIT',
    ],
  ] as const)('that is no good says why, %#', async (job, code) => {
    await expect(read(job)).rejects.toMatchObject({ code, category: 'user' });
  });

  it('names the line of a mistake in YAML', async () => {
    await expect(read({ format: 'yaml', text: 'a: 1\nb: [1, 2\nc: 3\n' })).rejects.toMatchObject({
      message: expect.stringMatching(/^the text is not valid YAML: line \d/) as string,
    });
  });

  it('may repeat a part of itself, but not within that part', async () => {
    expect(await read({ format: 'yaml', text: 'a: &a [1]\nb: *a' })).toMatchObject({
      a: [1],
      b: [1],
    });
    await expect(read({ format: 'yaml', text: 'a: &a { b: [*a] }' })).rejects.toMatchObject({
      message: 'the text is not valid YAML: the alias *a lies within what it stands for',
    });
  });

  it('ends with its process when it takes too long', async () => {
    const text = `<p>${'<div>'.repeat(20_000)}`;
    await expect(read({ format: 'html', text, limits: { timeoutMs: 1 } })).rejects.toMatchObject({
      code: 'DOC_LIMIT',
    });
  });
});
