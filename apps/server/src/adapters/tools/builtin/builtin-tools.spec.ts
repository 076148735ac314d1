import type { JsonObject } from '@heddle/model';
import { fakeHttp, fakeSandbox, type HttpScript, type SandboxScript } from '@heddle/testing';
import type { ToolAnswer } from './builtin-tool';
import { BUILTIN_TOOLS, builtinTool } from './builtin-tools';

interface World {
  readonly http?: readonly HttpScript[];
  readonly sandbox?: SandboxScript;
}

const worldOf = ({ http = [], sandbox = {} }: World) => ({
  http: fakeHttp(...http),
  sandbox: fakeSandbox(sandbox),
  signal: new AbortController().signal,
  now: () => new Date('2026-12-01T01:30:00Z'),
});

const call = (name: string, given: JsonObject, world: World = {}): Promise<ToolAnswer> => {
  const tool = builtinTool(name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool.run(given, worldOf(world));
};

describe('the built-in tools', () => {
  it.each(BUILTIN_TOOLS.map((tool) => [tool.name, tool] as const))(
    '%s can be offered to a model',
    (name, tool) => {
      expect(name).toMatch(/^[a-z_]{1,64}$/);
      expect(tool.parameters).toMatchObject({ type: 'object', properties: expect.any(Object) as object });
      expect([tool.title.zh, tool.description.en, tool.description.zh]).not.toContain('');
    },
  );

  it('refuse arguments that do not fit, by name', async () => {
    await expect(call('calculator', { expression: 5, x: 1 })).rejects.toMatchObject({
      code: 'TOOL_ARGUMENTS_INVALID',
      message: expect.stringContaining('expression') as string,
    });
  });
});

describe('calculator', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['2 ^ 3 ^ 2', 512],
    ['2 ** 10', 1024],
    ['-2 ^ 2', -4],
    ['2 ^ -1', 0.5],
    ['- -3 + +1', 4],
    ['10 - 4 - 3', 3],
    ['10 / 4 % 2', 0.5],
    ['0.1 + 0.2', 0.3],
    ['1.005 * 1000', 1005],
    ['round(1.005, 2)', 1.01],
    ['round(-2.5)', -3],
    ['sqrt(16) + max(1, 2, 3) + 5!', 127],
    ['log(8, 2) + ln(e) + log(100)', 6],
    ['2×3÷4 − 1', 0.5],
    ['1e3 + .5', 1000.5],
    ['PI', 3.14159265358979],
  ])('%s is %d', async (expression, result) => {
    expect((await call('calculator', { expression })).json).toEqual({ expression, result });
  });

  it.each([
    ['1 +', 'it ends too early'],
    ['1 2', '"2" at 3 does not belong there'],
    ['foo(1)', '"foo" at 1 is not known'],
    ['constructor', '"constructor" at 1 is not known'],
    ['1 / 0', 'divides by zero'],
    ['sqrt(-1)', 'it has no result'],
    ['1 @ 2', '"@" at 3 is not understood'],
    ['sqrt(1, 2)', 'sqrt takes 1 values'],
    ['', 'it ends too early'],
    ['('.repeat(200), 'nested deeper'],
    ['1'.repeat(2_001), 'longer than'],
  ])('%s is refused', async (expression, reason) => {
    await expect(call('calculator', { expression })).rejects.toThrow(reason);
  });
});

describe('time', () => {
  it('is that of a zone', async () => {
    expect((await call('time', { timezone: 'Asia/Shanghai' })).json).toEqual({
      time: '2026-12-01T09:30:00+08:00',
      timezone: 'Asia/Shanghai',
      weekday: 'Tuesday',
      unix: 1796088600,
    });
  });

  it.each([
    ['2026-07-01 12:00', 'Europe/Berlin', 'America/New_York', '2026-07-01T06:00:00-04:00'],
    ['2026-12-24', 'Asia/Kolkata', 'UTC', '2026-12-23T18:30:00+00:00'],
    ['2026-03-29 03:30', 'Europe/Berlin', 'UTC', '2026-03-29T01:30:00+00:00'],
    ['2026-10-25 12:00', 'Europe/Berlin', 'UTC', '2026-10-25T11:00:00+00:00'],
    ['2026-01-01T00:00:00+02:00', 'Asia/Tokyo', 'Asia/Tokyo', '2026-01-01T07:00:00+09:00'],
  ])('%s in %s is, in %s, %s', async (text, from, to, expected) => {
    const given = { action: 'convert', time: text, time_timezone: from, timezone: to };
    expect((await call('time', given)).json).toMatchObject({ time: expected });
  });

  it('measures spans', async () => {
    const given = { action: 'difference', time: '2026-11-29 00:00', until: '2026-12-01 02:03:04' };
    expect((await call('time', given)).json).toMatchObject({
      seconds: 180_184,
      days: 2,
      text: '2 d 2 h 3 min 4 s',
    });
    const backwards = { action: 'difference', time: '2026-12-02 01:30' };
    expect((await call('time', backwards)).json).toMatchObject({ days: -1, text: '-1 d' });
  });

  it.each([
    { timezone: 'Mars/Olympus' },
    { action: 'convert', time: 'soon' },
    { action: 'convert', time: '2026-02-30' },
  ])('refuses %j', async (given) => {
    await expect(call('time', given)).rejects.toMatchObject({ code: 'TOOL_ARGUMENTS_INVALID' });
  });
});

describe('weather', () => {
  const place = { results: [{ name: 'Paris', country: 'France', latitude: 48.85, longitude: 2.35 }] };
  const forecast = {
    timezone: 'Europe/Paris',
    current: { time: '2026-12-01T02:30', temperature_2m: 5.5, weather_code: 61 },
    daily: { time: ['2026-12-01'], weather_code: [3], temperature_2m_max: [8], temperature_2m_min: [2] },
  };

  it('finds the place and reads the forecast', async () => {
    const { json } = await call(
      'weather',
      { city: 'Paris', days: 1 },
      { http: [{ json: place }, { json: forecast }] },
    );
    expect(json).toMatchObject({
      place: 'Paris, France',
      current: { sky: 'light rain', temperature: 5.5, humidity: null },
      days: [{ date: '2026-12-01', sky: 'overcast', max: 8, min: 2 }],
    });
  });

  it('says when a place is not known, or none is given', async () => {
    await expect(call('weather', { city: 'Nowhere' }, { http: [{ json: {} }] })).rejects.toThrow('"Nowhere"');
    await expect(call('weather', {})).rejects.toMatchObject({ code: 'TOOL_ARGUMENTS_INVALID' });
  });

  it('says when the service fails', async () => {
    const http = [{ status: 503, text: 'busy' }];
    await expect(call('weather', { city: 'Paris' }, { http })).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      isRetryable: true,
      message: 'weather failed: the service answered with status 503: busy',
    });
  });
});

describe('web_page', () => {
  const html = {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    text: '<p>x',
    url: 'https://a.test/end',
  };

  it('reads pages in the sandbox and cuts long ones', async () => {
    const sandbox: SandboxScript = (job) => {
      expect(job).toMatchObject({
        kind: 'document',
        format: 'html',
        url: 'https://a.test/end',
        text: '<p>x',
      });
      return { value: { title: 'T', text: 'a'.repeat(300) } };
    };
    const given = { url: 'https://a.test/', max_characters: 200 };
    const answer = await call('web_page', given, { http: [html], sandbox });
    expect(answer.text).toBe(`# T\n\n${'a'.repeat(200)}`);
    expect(answer.json).toMatchObject({ url: 'https://a.test/end', is_cut: true });
  });

  it('takes text as it is, and nothing else', async () => {
    const text = await call('web_page', { url: 'https://a.test/' }, { http: [{ text: 'plain' }] });
    expect(text).toMatchObject({ text: 'plain', json: { is_cut: false } });
    const pdf = { headers: { 'content-type': 'application/pdf' }, text: '%PDF' };
    await expect(call('web_page', { url: 'https://a.test/' }, { http: [pdf] })).rejects.toThrow(
      'application/pdf',
    );
    await expect(
      call('web_page', { url: 'https://a.test/' }, { http: [{ status: 404 }] }),
    ).rejects.toMatchObject({
      isRetryable: false,
      details: { status: 404 },
    });
  });
});

describe('convert_data', () => {
  it('leaves reading and writing to the sandbox', async () => {
    const sandbox: SandboxScript = (job) => ({
      value: job.kind === 'document' && job.to === 'csv' ? 'a\n1\n' : [{ a: '1' }],
    });
    const given = { text: '- a: 1', from: 'yaml' };
    expect(await call('convert_data', { ...given, to: 'csv' }, { sandbox })).toEqual({ text: 'a\n1\n' });
    expect(await call('convert_data', { ...given, to: 'json' }, { sandbox })).toMatchObject({
      json: [{ a: '1' }],
    });
  });
});
