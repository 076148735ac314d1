import type { JsonObject } from '@heddle/model';
import { Sandbox } from './sandbox';

const DATA: JsonObject = {
  name: 'li wei',
  n: 3,
  price: 3.14159,
  yes: true,
  nothing: null,
  empty: [],
  order: { id: 7, items: ['pen', 'ink'], keys: 'k' },
  rows: [
    { id: 1, kind: 'a', name: 'Pen', tags: ['x'] },
    { id: 2, kind: 'b', name: 'ink', tags: [] },
    { id: 3, kind: 'a', name: 'Oil', tags: ['y', 'x'] },
  ],
};

/** Template and what Jinja makes of it; the README lists where printing differs on purpose. */
const CASES: readonly (readonly [string, string])[] = [
  ['{{ name }} {{ n }} {{ price }} {{ yes }}', 'li wei 3 3.14159 true'],
  ['[{{ nothing }}{{ missing }}{{ missing.deeper.still }}]', '[]'],
  ['{{ order }} {{ order.items }}', '{"id":7,"items":["pen","ink"],"keys":"k"} ["pen","ink"]'],
  ['{{ order["id"] }} {{ rows[0].name }} {{ rows[-1]["name"] }} {{ name[0] }}', '7 Pen Oil l'],
  ['{{ name[3:] }} {{ name[:2] }} {{ name[::-1] }} {{ [1, 2, 3, 4][1:3] }}', 'wei li iew il [2,3]'],
  ['{% if empty %}yes{% else %}no{% endif %} {{ "some" if rows else "none" }}', 'no some'],
  ['{% if not name == "x" and n > 2 or false %}a{% elif n %}b{% endif %}', 'a'],
  ['{{ missing or "x" }} {{ n and "y" }} {{ "q" if nothing }}', 'x y '],
  ['{{ 1 == "1" }} {{ [1, 2] == [1, 2] }} {{ 1 < 2 < 3 }} {{ 2 != 2.0 }}', 'false true true false'],
  [
    '{{ "i" in name }} {{ "id" in order }} {{ 4 not in [1, 2] }} {{ "constructor" in order }}',
    'true true true false',
  ],
  [
    '{{ 10 * 3 % 4 }} {{ 2 * 7 // 2 }} {{ 7 - 2 + 1 }} {{ -7 // 2 }} {{ -7 % 3 }} {{ 2 ** 3 }} {{ 7 / 2 }}',
    '2 7 6 -4 2 8 3.5',
  ],
  [
    '{{ "a" ~ n ~ nothing }} {{ [1] + [2] }} {{ "ab" * 2 }} {{ "%s=%05.1f" % [name, price] }}',
    'a3 [1,2] abab li wei=003.1',
  ],
  ['{{ 1e3 }} {{ 10_000 }} {{ True }} {{ None is none }}', '1000 10000 true true'],
  [
    '{% for r in rows %}{{ loop.index }}/{{ loop.length }}{{ r.id }}{{ "," if not loop.last }}{% endfor %}',
    '1/31,2/32,3/33',
  ],
  ['{% for r in rows if r.kind == "a" %}{{ loop.index }}{{ r.name }}{% else %}none{% endfor %}', '1Pen2Oil'],
  ['{% for r in rows if r.kind == "z" %}{{ r }}{% else %}none{% endfor %}', 'none'],
  [
    '{% for key, value in order.items() %}{{ key }}:{{ value }};{% endfor %}',
    'id:7;items:["pen","ink"];keys:k;',
  ],
  [
    '{% for key in order %}{{ key }} {% endfor %}{% for c in "ab" %}<{{ c }}>{% endfor %}',
    'id items keys <a><b>',
  ],
  ['{% for a, b in [[1, 2], [3, 4]] %}{{ a }}-{{ b }} {% endfor %}', '1-2 3-4 '],
  [
    '{% for i in range(4) %}{{ loop.cycle("odd", "even") }}{{ loop.previtem }} {% endfor %}',
    'odd even0 odd1 even2 ',
  ],
  [
    '{% for i in range(2) %}{% for j in range(2, 8, 3) %}{{ i }}{{ j }} {% endfor %}{% endfor %}',
    '02 05 12 15 ',
  ],
  [
    '{% set ns = namespace(total=0) %}{% for r in rows %}{% set ns.total = ns.total + r.id %}{% endfor %}{{ ns.total }}',
    '6',
  ],
  ['{% set a, b = [1, 2] %}{% set c, d = (b, a) %}{{ a }}{{ b }}{{ c }}{{ d }}', '1221'],
  ['{% set block %}{{ n }} rows{% endset %}{{ block | upper }}', '3 ROWS'],
  ['{% with a = 1, b = a_missing | default(2) %}{{ a + b }}{% endwith %}[{{ a }}]', '3[]'],
  [
    '{% macro hi(who, mark="!") %}Hi {{ who }}{{ mark }}{% endmacro %}{{ hi("a") }}{{ hi("b", mark="?") }}',
    'Hi a!Hi b?',
  ],
  ['{% macro box() %}<{{ caller() }}>{% endmacro %}{% call box() %}{{ n }}{% endcall %}', '<3>'],
  ['{% filter upper %}{{ name }}{% endfilter %}{% raw %}{{ x }}{% endraw %}{# no #}', 'LI WEI{{ x }}'],
  ['a  {{- n -}}  b\n', 'a3b'],
  ['<b>{{ "<i>" }}</b>{{ "<i>&" | e }}', '<b><i></b>&lt;i&gt;&amp;'],
  [
    '{{ rows | map(attribute="name") | join(", ") }} {{ ["a", "b"] | map("upper") | list }}',
    'Pen, ink, Oil ["A","B"]',
  ],
  ['{{ rows | selectattr("kind", "equalto", "a") | map(attribute="id") | list }}', '[1,3]'],
  [
    '{{ rows | rejectattr("tags") | map(attribute="id") | list }} {{ [1, 2, 3] | select("odd") | list }}',
    '[2] [1,3]',
  ],
  [
    '{{ rows | sort(attribute="name") | map(attribute="id") | list }} {{ [3, 1, 2] | sort(reverse=true) }}',
    '[2,3,1] [3,2,1]',
  ],
  ['{% for g in rows | groupby("kind") %}{{ g.grouper }}={{ g.list | length }} {% endfor %}', 'a=2 b=1 '],
  ['{% for kind, list in rows | groupby("kind") %}{{ kind }}={{ list | length }} {% endfor %}', 'a=2 b=1 '],
  [
    '{{ [1, 2, 2, 1] | unique | list }} {{ [1, 5, 3] | max }} {{ [1, 5, 3] | min }} {{ rows | sum(attribute="id") }}',
    '[1,2] 5 1 6',
  ],
  [
    '{{ [1, 2, 3] | batch(2) | list }} {{ [1, 2, 3] | first }} {{ [1, 2, 3] | last }} {{ "abc" | reverse }}',
    '[[1,2],[3]] 1 3 cba',
  ],
  [
    '{{ order | dictsort | first }} {{ order | items | length }} {{ rows | length }} {{ "你好" | count }}',
    '["id",7] 3 3 2',
  ],
  [
    '{{ price | round(2) }} {{ 2.5 | round }} {{ "42" | int + 1 }} {{ "x" | int(9) }} {{ "1.5" | float }} {{ -3 | abs }}',
    '3.14 2 43 9 1.5 3',
  ],
  ['{{ missing | default("d") }} {{ nothing | default("d") }}| {{ "" | default("d", true) }}', 'd | d'],
  [
    '{{ name | title }} {{ name | capitalize }} {{ " x " | trim }} {{ name | replace("i", "o") }}',
    'Li Wei Li wei x lo weo',
  ],
  [
    '{{ "one two three" | truncate(9, leeway=0) }} {{ "a b c" | wordcount }} {{ "x" | center(5) }}|',
    'one... 3   x  |',
  ],
  [
    '{{ "a\nb" | indent(2) }} {{ "a b&c" | urlencode }} {{ "<p>a <b>b</b></p>" | striptags }}',
    'a\n  b a%20b%26c a b',
  ],
  [
    '{{ order | tojson }} {{ \'{"a": [1]}\' | fromjson }} {{ 1500 | filesizeformat }}',
    '{"id":7,"items":["pen","ink"],"keys":"k"} {"a":[1]} 1.5 kB',
  ],
  ['{{ "%s has %d" | format(name, n) }} {{ "aaaa bbbb" | wordwrap(4) }}', 'li wei has 3 aaaa\nbbbb'],
  [
    '{{ name.upper() }} {{ "a,b".split(",") }} {{ "-".join(["x", "y"]) }} {{ name.startswith("li") }}',
    'LI WEI ["a","b"] x-y true',
  ],
  [
    '{{ order.get("id") }} {{ order.get("no", "d") }} {{ order.keys() | list }} {{ order.keys }}',
    '7 d ["id","items","keys"] k',
  ],
  ['{% set l = [1] %}{% set _ = l.append(2) %}{{ l }} {{ "  x".strip() }} {{ "7".zfill(3) }}', '[1,2] x 007'],
  [
    '{{ n is odd }} {{ n is divisibleby 3 }} {{ missing is defined }} {{ nothing is none }} {{ name is string }}',
    'true true false true true',
  ],
  [
    '{{ n is not none and n is number }} {{ order is mapping }} {{ 2 is in [1, 2] }} {{ n is gt(2) }}',
    'true true true true',
  ],
  [
    '{% set j = joiner("|") %}{% for r in rows %}{{ j() }}{{ r.id }}{% endfor %} {{ dict(a=1).a }}',
    '1|2|3 1',
  ],
  ['{{ "{{ n }}" }} {{ "{% if %}" }}', '{{ n }} {% if %}'],
];

/** Each template and the code that it ends with. */
const REFUSED: readonly (readonly [string, string, object?])[] = [
  [
    '{{ "".constructor.constructor("return process")() }}',
    'TEMPLATE_NOT_ALLOWED',
    { member: 'constructor', line: 1 },
  ],
  [
    'a\n{{ range.constructor("return process")() }}',
    'TEMPLATE_NOT_ALLOWED',
    { member: 'constructor', line: 2 },
  ],
  ['{{ constructor }}', 'TEMPLATE_NOT_ALLOWED', { member: 'constructor' }],
  ['{{ order["const" ~ "ructor"] }}', 'TEMPLATE_NOT_ALLOWED', { member: 'constructor' }],
  ['{{ order | attr("constructor") }}', 'TEMPLATE_NOT_ALLOWED', { member: 'constructor' }],
  [
    '{{ rows | map(attribute="constructor.constructor") | list }}',
    'TEMPLATE_NOT_ALLOWED',
    { member: 'constructor' },
  ],
  ['{{ rows | groupby("__proto__") }}', 'TEMPLATE_NOT_ALLOWED', { member: '__proto__' }],
  ['{{ cycler.__init__.__globals__ }}', 'TEMPLATE_NOT_ALLOWED', { member: '__globals__' }],
  ['{{ name.toUpperCase() }}', 'TEMPLATE_NOT_ALLOWED', { member: 'toUpperCase' }],
  ['{{ joiner().call }}', 'TEMPLATE_NOT_ALLOWED', { member: 'call' }],
  ['{% include "secret" %}', 'TEMPLATE_NOT_ALLOWED', { line: 1 }],
  ['{% extends "base" %}', 'TEMPLATE_NOT_ALLOWED'],
  ['{% import "x" as y %}', 'TEMPLATE_NOT_ALLOWED'],
  ['{% from "x" import y %}', 'TEMPLATE_NOT_ALLOWED'],
  ['{{ name"^alert`1`^" }}', 'TEMPLATE_SYNTAX'],
  ['{% macro f("a\\"]); throw 1; ([\\""=1) %}{% endmacro %}', 'TEMPLATE_SYNTAX'],
  ['{% set "a\\", 1); (" = 1 %}', 'TEMPLATE_SYNTAX'],
  ['{{ n is "x\\")(\\"" }}', 'TEMPLATE_SYNTAX'],
  ['{{ name | replace(r/(a+)+$/, "x") }}', 'TEMPLATE_NOT_ALLOWED'],
  ['{% set a, b = [1] %}', 'TEMPLATE_RUNTIME'],
  ['one\n\n{{ name | shout }}', 'TEMPLATE_SYNTAX', { line: 3 }],
  ['one\n{% if name %}\ntwo', 'TEMPLATE_SYNTAX', { line: 3 }],
  ['{{ n is purple }}', 'TEMPLATE_SYNTAX', { line: 1 }],
  ['{{ "open }}', 'TEMPLATE_SYNTAX'],
  ['{% frob %}', 'TEMPLATE_SYNTAX'],
  ['{{ name() }}', 'TEMPLATE_RUNTIME', { line: 1 }],
  ['one\n{{ 5 | sum }}', 'TEMPLATE_RUNTIME', { line: 2 }],
  ['{{ "x" | fromjson }}', 'TEMPLATE_RUNTIME', { line: 1 }],
  ['{% for i in range(1e8) %}{% endfor %}', 'TEMPLATE_TOO_LARGE', { line: 1 }],
  ['{{ range(0, 1000000) | length }}', 'TEMPLATE_TOO_LARGE'],
  ['{{ "x" * 100000000 }}', 'TEMPLATE_TOO_LARGE'],
  ['{{ "x" | center(1e9) }}', 'TEMPLATE_TOO_LARGE'],
  ['{% for i in range(10000) %}{{ "x" | center(1000) }}{% endfor %}', 'TEMPLATE_TOO_LARGE'],
  [`{% for i in range(10000) %}${'x'.repeat(1000)}{% endfor %}`, 'TEMPLATE_TOO_LARGE'],
];

jest.setTimeout(30_000);

describe('templates', () => {
  const sandbox = new Sandbox();
  afterAll(() => sandbox.close());
  const render = async (source: string, timeoutMs = 10_000): Promise<unknown> =>
    (await sandbox.run({ kind: 'template', source, input: DATA, limits: { timeoutMs } })).value;

  it.each(CASES)('renders %s', async (source, expected) => {
    expect(await render(source)).toBe(expected);
  });

  it.each(REFUSED.map(([source, code, details = {}]) => ({ source, code, details })))(
    'refuses $source',
    async (refused) => {
      const { source, code, details } = refused;
      await expect(render(source)).rejects.toMatchObject({ code, category: 'user', details });
    },
  );

  it('prefers data to methods and reads keys that prototypes have too', async () => {
    const input = { car: { constructor: 'McLaren', toString: 'x' } };
    const source = '{{ car.constructor }} {{ car["toString"] }}';
    expect((await sandbox.run({ kind: 'template', source, input })).value).toBe('McLaren x');
  });

  it('ends endless loops', async () => {
    const loops = '{% for i in range(10000) %}'.repeat(4) + '{% endfor %}'.repeat(4);
    await expect(render(loops, 200)).rejects.toMatchObject({ code: 'TEMPLATE_TIMEOUT' });
  });

  it('ends recursion without end', async () => {
    const source = '{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}';
    await expect(render(source)).rejects.toMatchObject({ code: 'TEMPLATE_RUNTIME' });
  });

  it('starts every rendering with an engine of its own', async () => {
    await render('{% set _ = order.update({"id": 9}) %}{{ order.id }}');
    expect(await render('{{ order.id }}')).toBe('7');
  });
});

describe('templates under QuickJS', () => {
  const sandbox = new Sandbox({ engine: 'quickjs' });
  const best = new Sandbox();
  const limits = { timeoutMs: 20_000 };
  afterAll(() => {
    sandbox.close();
    best.close();
  });

  it('renders the same', async () => {
    const source = CASES.map(([template]) => template).join('\n===\n');
    const job = { kind: 'template', source, input: DATA, limits } as const;
    const [mine, other] = await Promise.all([sandbox.run(job), best.run(job)]);
    expect(mine.value).toBe(other.value);
  });

  it('refuses the same', async () => {
    const endings = await Promise.all(
      REFUSED.map(([source]) =>
        sandbox.run({ kind: 'template', source, input: DATA, limits }).then(
          () => 'no error',
          (error: unknown) => (error as { code: string }).code,
        ),
      ),
    );
    expect(endings).toEqual(REFUSED.map(([, code]) => code));
  });
});
