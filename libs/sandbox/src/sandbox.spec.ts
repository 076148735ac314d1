import { Sandbox } from './sandbox';

describe('the sandbox', () => {
  const sandbox = new Sandbox();
  afterAll(() => sandbox.close());

  it('runs JavaScript and keeps what it printed', async () => {
    const source = 'function main({ a }) { console.log("a is", a); return { b: a + 1 }; }';
    const result = await sandbox.run({ kind: 'code', language: 'javascript', source, input: { a: 1 } });
    expect(result).toEqual({ value: { b: 2 }, logs: ['a is 1'] });
  });

  it('renders templates', async () => {
    const result = await sandbox.run({ kind: 'template', source: 'Hi {{ name|upper }}', input: { name: 'li' } });
    expect(result.value).toBe('Hi LI');
  });
});
