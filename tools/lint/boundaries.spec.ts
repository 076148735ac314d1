import { join } from 'node:path';
import { Linter } from 'eslint';
import { createConfig } from './config.mjs';

const root = join(__dirname, '../..');
const linter = new Linter({ configType: 'flat', cwd: root });
const config = createConfig({ isTypeAware: false });

interface Finding {
  readonly ruleId: string;
  readonly message: string;
}

function lint(file: string, code: string): readonly Finding[] {
  const text = file.endsWith('.vue') ? `<script setup lang="ts">\n${code}\n</script>\n` : code;
  return linter
    .verify(text, config, { filename: join(root, file) })
    .map(({ ruleId, message }) => ({ ruleId: ruleId ?? 'parser', message }));
}

const refusals = (file: string, code: string): readonly string[] =>
  lint(file, code)
    .filter(({ ruleId }) => ruleId === 'heddle/boundaries')
    .map(({ message }) => message);

/** Planted violations: a file, an import in it, and a part of what the rule says. */
const REFUSED: readonly (readonly [string, string, string])[] = [
  ['libs/model/src/a.ts', '@heddle/engine', 'may not import @heddle/engine'],
  ['libs/model/src/a.ts', 'node:fs', 'must run without Node'],
  ['libs/model/src/a.ts', 'fs', 'must run without Node'],
  ['libs/model/src/a.ts', 'vue', 'may not import vue'],
  ['libs/contracts/src/a.ts', '@heddle/nodes', 'may not import @heddle/nodes'],
  ['libs/engine/src/a.ts', '@heddle/nodes', 'may not import @heddle/nodes'],
  ['libs/engine/src/a.ts', 'zod', 'may not import zod'],
  ['libs/engine/src/a.ts', '@heddle/testing', 'may not import @heddle/testing'],
  ['libs/sandbox/src/a.ts', '@heddle/engine', 'may not import @heddle/engine'],
  ['libs/sandbox/src/a.ts', 'lodash', 'may not import lodash'],
  ['libs/dify/src/a.ts', '@heddle/engine', 'may not import @heddle/engine'],
  ['libs/memory/src/a.ts', '@heddle/nodes', 'may not import @heddle/nodes'],
  ['libs/ui/src/a.ts', '@heddle/model', 'may not import @heddle/model'],
  ['libs/ui/src/Button.vue', '@heddle/nodes', 'may not import @heddle/nodes'],
  ['libs/engine/src/a.ts', '../../model/src/json', 'leaves its project'],
  ['libs/engine/src/deep/a.ts', '../../../model/src/json', 'leaves its project'],
  ['apps/server/src/a.ts', '../../../libs/model/src/index', 'leaves its project'],
  ['apps/server/src/a.ts', '@heddle/model/src/json', 'deep import'],
  ['apps/server/src/a.ts', '@heddle/model/dist/json', 'deep import'],
  ['libs/engine/src/a.ts', '@heddle/engine', 'imports itself by name'],
  ['libs/nodes/src/llm/schema.ts', 'vue', 'zod and @heddle/model only'],
  ['libs/nodes/src/llm/schema.ts', '@heddle/engine', 'zod and @heddle/model only'],
  ['libs/nodes/src/llm/schema.ts', '@heddle/ui', 'zod and @heddle/model only'],
  ['libs/nodes/src/llm/schema.ts', 'node:fs', 'zod and @heddle/model only'],
  ['libs/nodes/src/llm/schema.ts', './executor', 'zod and @heddle/model only'],
  ['libs/nodes/src/llm/executor.ts', 'vue', 'only panels'],
  ['libs/nodes/src/llm/executor.ts', '@heddle/ui', 'only panels'],
  ['libs/nodes/src/llm/executor.ts', './LlmPanel.vue', 'only panels'],
  ['libs/nodes/src/llm/executor.ts', 'openai', 'may not import openai'],
  ['libs/nodes/src/llm/executor.ts', 'pg', 'may not import pg'],
  ['libs/nodes/src/llm/executor.ts', 'isolated-vm', 'may not import isolated-vm'],
  ['libs/nodes/src/llm/executor.ts', '@heddle/sandbox', 'may not import @heddle/sandbox'],
  ['libs/nodes/src/llm/LlmPanel.vue', './executor', 'never reaches an executor'],
  ['libs/nodes/src/llm/LlmPanel.vue', '@heddle/engine', 'never reaches an executor'],
  ['libs/nodes/src/registry.ts', './llm/executor', 'the browser loads this registry'],
  ['libs/nodes/src/registry.web.ts', './registry.server', 'the browser loads this registry'],
  ['apps/server/src/a.ts', '@heddle/nodes/web', 'no screen'],
  ['apps/server/src/a.ts', '@heddle/ui', 'no screen'],
  ['apps/server/src/a.ts', '@heddle/testing', 'may not import @heddle/testing'],
  ['apps/server/src/a.ts', 'left-pad', 'may not import left-pad'],
  ['apps/server/src/modules/flows/a.ts', 'undici', 'guarded agent'],
  ['apps/server/src/modules/flows/a.ts', 'node:https', 'adapters only'],
  ['apps/server/src/modules/flows/a.ts', 'openai', 'adapters'],
  ['apps/server/src/modules/flows/a.ts', 'node:child_process', 'libs/sandbox'],
  ['apps/server/src/modules/flows/a.ts', 'node:vm', 'no boundary'],
  ['libs/sandbox/src/child/a.ts', 'vm', 'no boundary'],
  ['apps/web/src/a.ts', '@heddle/nodes/server', 'stay on the server'],
  ['apps/web/src/a.ts', '@heddle/engine', 'stay on the server'],
  ['apps/web/src/a.ts', '@heddle/sandbox', 'may not import @heddle/sandbox'],
  ['apps/server/src/a.ts', '@/modules/a', 'may not import @/modules'],
  ['apps/web/src/features/flows/FlowList.vue', '@vue-flow/core', 'vue-flow stays behind'],
  ['apps/web-e2e/src/a.spec.ts', '@heddle/nodes', 'may not import @heddle/nodes'],
];

/** Imports that look alike and are fine. */
const ALLOWED: readonly (readonly [string, string])[] = [
  ['libs/model/src/a.ts', 'zod'],
  ['libs/engine/src/a.ts', '@heddle/model'],
  ['libs/engine/src/deep/a.ts', '../ports/clock'],
  ['libs/engine/src/a.spec.ts', '@heddle/testing'],
  ['libs/engine/src/a.spec.ts', 'node:fs'],
  ['libs/nodes/src/llm/schema.ts', 'zod'],
  ['libs/nodes/src/llm/schema.ts', '@heddle/model'],
  ['libs/nodes/src/llm/schema.ts', '../llm/prompt'],
  ['libs/nodes/src/llm/executor.ts', '@heddle/engine'],
  ['libs/nodes/src/llm/executor.ts', './schema'],
  ['libs/nodes/src/llm/LlmPanel.vue', 'vue'],
  ['libs/nodes/src/llm/LlmPanel.vue', '@heddle/ui'],
  ['libs/nodes/src/registry.server.ts', './llm/executor'],
  ['libs/sandbox/src/host/a.ts', 'node:child_process'],
  ['apps/server/src/a.ts', '@heddle/nodes/server'],
  ['apps/server/src/a.ts', '@nestjs/common'],
  ['apps/server/src/adapters/http/a.ts', 'undici'],
  ['apps/server/test/a.spec.ts', '@heddle/testing'],
  ['apps/web/src/a.ts', '@heddle/nodes/web'],
  ['apps/web/src/features/flows/a.ts', '@/app/api/client'],
  ['apps/web/src/features/editor/canvas/CanvasRoot.vue', '@vue-flow/core'],
  ['apps/web-e2e/src/a.spec.ts', '@heddle/model'],
];

describe('heddle/boundaries', () => {
  it.each(REFUSED)('refuses in %s an import of %s: %s', (file, specifier, why) => {
    expect(refusals(file, `import { x } from '${specifier}';\nx();`)).toEqual([expect.stringContaining(why)]);
  });

  it.each(ALLOWED)('lets %s import %s', (file, specifier) => {
    expect(refusals(file, `import { x } from '${specifier}';\nx();`)).toEqual([]);
  });

  it.each([
    "export { x } from '@heddle/engine';",
    "export * from '@heddle/engine';",
    "import type { X } from '@heddle/engine';\nconst x: X = 1; x;",
    "type X = import('@heddle/engine').X;\nconst x: X = 1; x;",
    "const x = import('@heddle/engine'); x;",
    "const x = require('@heddle/engine'); x;",
    "const x = require.resolve('@heddle/engine'); x;",
    "import x = require('@heddle/engine');\nx;",
    "import '@heddle/engine';",
  ])('sees the import in: %s', (code) => {
    expect(refusals('libs/model/src/a.ts', code)).toHaveLength(1);
  });

  it('lets the server name the types of sockets anywhere', () => {
    expect(
      refusals('apps/server/src/modules/a.ts', "import type { ServerResponse } from 'node:http';"),
    ).toEqual([]);
  });
});

describe('the other rules', () => {
  const breaks = (file: string, code: string): readonly string[] =>
    lint(file, code).map(({ ruleId }) => ruleId);
  const documented = '/** For a test. */\n';
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, i) => `  call(${i});`).join('\n');

  it.each([
    ['an any', 'libs/engine/src/a.ts', 'call(1 as any);', '@typescript-eslint/no-explicit-any'],
    ['a non-null assertion', 'libs/engine/src/a.ts', 'call(x!);', '@typescript-eslint/no-non-null-assertion'],
    [
      'a bare suppression',
      'libs/engine/src/a.ts',
      '// @ts-expect-error\ncall(x);',
      '@typescript-eslint/ban-ts-comment',
    ],
    [
      'ts-ignore',
      'libs/engine/src/a.ts',
      '// @ts-ignore because of this\ncall(x);',
      '@typescript-eslint/ban-ts-comment',
    ],
    [
      'five parameters in the kernel',
      'libs/engine/src/a.ts',
      'call((a, b, c, d, e) => a + b + c + d + e);',
      'no-restricted-syntax',
    ],
    ['an enum', 'libs/engine/src/a.ts', 'enum A { B }\ncall(A.B);', 'no-restricted-syntax'],
    ['a default export', 'libs/engine/src/a.ts', 'export default 1;', 'no-restricted-syntax'],
    [
      'a renamed default export',
      'libs/engine/src/a.ts',
      'const a = 1;\nexport { a as default };',
      'no-restricted-syntax',
    ],
    ['export * outside an index', 'libs/engine/src/a.ts', "export * from './b';", 'no-restricted-syntax'],
    [
      'four parameters',
      'libs/model/src/a.ts',
      'call((a, b, c, d) => a + b + c + d);',
      'no-restricted-syntax',
    ],
    [
      'a pattern made at run time',
      'libs/nodes/src/code/executor.ts',
      'call(new RegExp(x));',
      'no-restricted-syntax',
    ],
    ['a glued pattern', 'apps/server/src/a.ts', 'call(new RegExp(`^${x}`));', 'no-restricted-syntax'],
    ['the environment', 'apps/server/src/modules/a.ts', 'call(process.env.PORT);', 'no-restricted-syntax'],
    ['a bare fetch', 'apps/server/src/modules/a.ts', "call(fetch('http://a'));", 'no-restricted-globals'],
    [
      'a bare fetch in a node',
      'libs/nodes/src/llm/executor.ts',
      "call(fetch('http://a'));",
      'no-restricted-globals',
    ],
    ['eval', 'apps/server/src/a.ts', "eval('1');", 'no-eval'],
    ['a made function', 'apps/server/src/a.ts', "call(new Function('1'));", 'no-new-func'],
    ['a long file', 'libs/engine/src/a.ts', lines(401), 'max-lines'],
    ['a long function', 'libs/engine/src/a.ts', `call(() => {\n${lines(60)}\n});`, 'max-lines-per-function'],
    ['an undocumented export', 'libs/engine/src/a.ts', 'export const a = 1;', 'heddle/documented-exports'],
    [
      'an unexplained suppression',
      'libs/engine/src/a.ts',
      '/* eslint-disable no-eval */\neval(x);',
      'heddle/comments',
    ],
    ['a debt without an issue', 'libs/engine/src/a.ts', '// TODO later\ncall();', 'heddle/comments'],
    ['a name that says nothing', 'libs/engine/src/utils.ts', 'call();', 'heddle/file-name'],
    ['a name in camel case', 'libs/engine/src/runFlow.ts', 'call();', 'heddle/file-name'],
    ['a component in kebab case', 'libs/ui/src/text-input.vue', 'call();', 'heddle/file-name'],
    [
      'raw HTML',
      'apps/web/src/A.vue',
      '</script>\n<template><p v-html="x" /></template>\n<script lang="ts">',
      'vue/no-v-html',
    ],
  ])('refuse %s', (_what, file, code, rule) => {
    expect(breaks(file, code)).toContain(rule);
  });

  it.each([
    ['a default export of an executor', 'libs/nodes/src/llm/executor.ts', 'export default 1;'],
    ['export * in an index', 'libs/engine/src/index.ts', "export * from './b';"],
    [
      'the environment where settings are read',
      'apps/server/src/platform/config/a.ts',
      'call(process.env.PORT);',
    ],
    ['a constant pattern', 'apps/server/src/a.ts', "call(new RegExp('a+'));"],
    ['fetch where the guard is', 'apps/server/src/adapters/http/a.ts', "call(fetch('http://a'));"],
    ['fetch in the browser', 'apps/web/src/a.ts', "call(fetch('/api'));"],
    ['a documented export', 'libs/engine/src/a.ts', `${documented}export const a = 1;`],
    ['a debt with an issue', 'libs/engine/src/a.ts', '// TODO(#12): later\ncall();'],
    [
      'an explained suppression',
      'libs/engine/src/a.ts',
      '// eslint-disable-next-line no-eval -- only a test\neval(x);',
    ],
  ])('let %s pass', (_what, file, code) => {
    expect(breaks(file, code)).toEqual([]);
  });
});
