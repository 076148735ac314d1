import js from '@eslint/js';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import vue from 'eslint-plugin-vue';
import vueParser from 'vue-eslint-parser';
import { heddle } from './plugin.mjs';

const CODE = ['libs/*/src/**/*.{ts,vue}', 'apps/*/src/**/*.{ts,vue}', 'apps/server/test/**/*.ts'];
const SPECS = [
  '**/*.spec.ts',
  'apps/server/test/**/*.ts',
  'libs/testing/src/**/*.ts',
  'apps/web-e2e/**/*.ts',
];
const SERVER_SIDE = ['libs/*/src/**/*.ts', 'apps/server/src/**/*.ts'];
/** Projects with one plain tsconfig, where asking the type checker is cheap. */
const TYPED = ['apps/server/src/**/*.ts', 'libs/{engine,model,contracts,sandbox}/src/**/*.ts'];

const syntax = {
  enum: { selector: 'TSEnumDeclaration', message: 'Use a union or an `as const` object instead of an enum.' },
  defaultExport: {
    selector: ':matches(ExportDefaultDeclaration, ExportSpecifier[exported.name="default"])',
    message: 'Only executor.ts, components and tool configs have a default export.',
  },
  exportStar: { selector: 'ExportAllDeclaration', message: '`export *` belongs to an index.ts.' },
  params: {
    selector:
      ':not(MethodDefinition[kind="constructor"]) > FunctionExpression[params.length>3], FunctionDeclaration[params.length>3], ArrowFunctionExpression[params.length>3]',
    message: 'More than three parameters: take an object.',
  },
  kernelParams: {
    selector: 'FunctionDeclaration[params.length>4], ArrowFunctionExpression[params.length>4]',
    message: 'More than four parameters: take an object.',
  },
  constructorParams: {
    selector: 'MethodDefinition[kind="constructor"] > FunctionExpression[params.length>6]',
    message: 'More than six constructor parameters mean two classes.',
  },
  regexp: {
    selector:
      ':matches(NewExpression, CallExpression)[callee.name="RegExp"]:not([arguments.0.type="Literal"])[arguments.0.type!="TemplateLiteral"], :matches(NewExpression, CallExpression)[callee.name="RegExp"] > TemplateLiteral[expressions.length>0].arguments:first-child',
    message: 'A pattern made at run time may be a user’s: run it as RE2 in the sandbox.',
  },
  env: {
    selector: 'MemberExpression[object.name="process"][property.name="env"]',
    message: 'Settings are read once, in apps/server/src/platform/config.',
  },
};

const EVERYWHERE = [
  syntax.enum,
  syntax.defaultExport,
  syntax.exportStar,
  syntax.params,
  syntax.constructorParams,
];

/** One block of `no-restricted-syntax`; the last one that matches a file counts whole. */
const restrict = (files, selectors, ignores = []) => ({
  files,
  ignores,
  rules: { 'no-restricted-syntax': ['error', ...selectors] },
});

const without = (selectors, ...left) => selectors.filter((selector) => !left.includes(selector));

const LIB_SYNTAX = [...EVERYWHERE, syntax.env];
const SERVER_SYNTAX = [...LIB_SYNTAX, syntax.regexp];

const restrictions = [
  restrict(CODE, EVERYWHERE),
  // Rows of a test table and small makers read best as plain lists.
  restrict(SPECS, without(EVERYWHERE, syntax.params)),
  restrict(['libs/*/src/**/*.ts'], LIB_SYNTAX, SPECS),
  restrict(['apps/server/src/**/*.ts', 'libs/{nodes,engine}/src/**/*.ts'], SERVER_SYNTAX, SPECS),
  restrict(['apps/server/src/**/*.controller.ts'], without(SERVER_SYNTAX, syntax.params)),
  // Steps of the kernel take the run, the frame, the node and one detail: docs/adr/0008-lint-limits.md.
  restrict(
    ['libs/engine/src/**/*.ts'],
    [...without(SERVER_SYNTAX, syntax.params), syntax.kernelParams],
    SPECS,
  ),
  restrict(
    ['apps/server/src/platform/config/**/*.ts', 'apps/server/src/main.ts', 'apps/server/src/rotate-keys.ts'],
    without(SERVER_SYNTAX, syntax.env),
  ),
  restrict(['libs/nodes/src/*/executor.ts'], without(SERVER_SYNTAX, syntax.defaultExport)),
  restrict(['**/*.vue', '**/*.config.ts'], without(EVERYWHERE, syntax.defaultExport)),
  restrict(['libs/*/src/**/index.ts', 'libs/nodes/src/registry*.ts'], without(EVERYWHERE, syntax.exportStar)),
];

const typescript = {
  files: ['**/*.{ts,vue}'],
  plugins: { '@typescript-eslint': tseslint.plugin, heddle },
  languageOptions: {
    parserOptions: { experimentalDecorators: true, emitDecoratorMetadata: true },
  },
  rules: {
    '@typescript-eslint/no-explicit-any': 'error',
    '@typescript-eslint/no-non-null-assertion': 'error',
    '@typescript-eslint/ban-ts-comment': [
      'error',
      {
        'ts-expect-error': 'allow-with-description',
        'ts-ignore': true,
        'ts-nocheck': true,
        minimumDescriptionLength: 8,
      },
    ],
    '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    '@typescript-eslint/no-unused-vars': [
      'error',
      {
        argsIgnorePattern: '^_',
        varsIgnorePattern: '^_',
        caughtErrorsIgnorePattern: '^_',
        ignoreRestSiblings: true,
      },
    ],
    'no-undef': 'off',
    'no-unused-vars': 'off',
    'no-redeclare': 'off',
    'no-dupe-class-members': 'off',
  },
};

const sizes = [
  {
    files: [...CODE, 'tools/**/*.mjs', 'bench/**/*.mjs'],
    rules: {
      // One above the guide for each `??` that a strict reading counts as a branch: docs/adr/0008-lint-limits.md.
      complexity: ['error', 12],
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60 }],
      'max-depth': ['error', 4],
    },
  },
  // A composable or a store is one function around its closures; those are what should be short.
  {
    files: ['apps/web/src/**/*.ts', 'libs/ui/src/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 120 }] },
  },
  { files: SPECS, rules: { 'max-lines-per-function': 'off' } },
];

const style = {
  files: ['**/*.{ts,vue,mjs,cjs,js}'],
  plugins: { heddle },
  linterOptions: { reportUnusedDisableDirectives: 'error' },
  rules: {
    'heddle/comments': 'error',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'no-eval': 'error',
    'no-implied-eval': 'error',
    'no-new-func': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'object-shorthand': 'error',
    'no-else-return': 'error',
  },
};

const own = [
  {
    files: [...CODE, 'apps/*/*.ts', 'tools/**/*.ts'],
    plugins: { heddle },
    rules: { 'heddle/boundaries': 'error', 'heddle/file-name': 'error' },
  },
  {
    files: ['libs/*/src/**/*.ts', 'apps/*/src/**/*.ts'],
    ignores: SPECS,
    plugins: { heddle },
    rules: { 'heddle/documented-exports': 'error' },
  },
];

const network = {
  files: SERVER_SIDE,
  ignores: [...SPECS, 'apps/server/src/adapters/http/**', 'libs/ui/**'],
  rules: {
    'no-restricted-globals': [
      'error',
      {
        name: 'fetch',
        message: 'Requests leave through the guarded agent of apps/server/src/adapters/http.',
      },
      {
        name: 'WebSocket',
        message: 'Requests leave through the guarded agent of apps/server/src/adapters/http.',
      },
      {
        name: 'EventSource',
        message: 'Requests leave through the guarded agent of apps/server/src/adapters/http.',
      },
    ],
    'no-restricted-properties': [
      'error',
      {
        object: 'globalThis',
        property: 'fetch',
        message: 'Requests leave through the guarded agent of apps/server/src/adapters/http.',
      },
    ],
  },
};

const components = [
  ...vue.configs['flat/essential'].map((block) => ({ ...block, files: block.files ?? ['**/*.vue'] })),
  {
    files: ['**/*.vue'],
    languageOptions: {
      parser: vueParser,
      parserOptions: { parser: tseslint.parser, extraFileExtensions: ['.vue'], sourceType: 'module' },
      globals: globals.browser,
    },
    rules: {
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/define-emits-declaration': ['error', 'type-literal'],
      'vue/define-props-declaration': ['error', 'type-based'],
      'vue/no-v-html': 'error',
      'vue/no-mutating-props': 'error',
      'vue/require-explicit-emits': 'error',
      'vue/no-unused-properties': 'off',
      // The kit's own primitives (Button, Dialog) carry one word on purpose.
      'vue/multi-word-component-names': 'off',
      'vue/no-bare-strings-in-template': [
        'error',
        {
          allowlist: [
            '(',
            ')',
            ',',
            '.',
            '&',
            '+',
            '-',
            '=',
            '*',
            '/',
            '#',
            '%',
            '!',
            '?',
            ':',
            '[',
            ']',
            '{',
            '}',
            '<',
            '>',
            '·',
            '•',
            '–',
            '—',
            '|',
            '…',
            '×',
            '→',
            '↵',
            '⌘',
            'Heddle',
            'ms',
            's',
          ],
          attributes: { '/.+/': ['title', 'aria-label', 'alt', 'placeholder'] },
          directives: ['v-text'],
        },
      ],
    },
  },
];

const typed = {
  files: TYPED,
  ignores: SPECS,
  languageOptions: {
    parserOptions: { projectService: true, tsconfigRootDir: new URL('../..', import.meta.url).pathname },
  },
  rules: {
    '@typescript-eslint/no-floating-promises': 'error',
    '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
  },
};

const scripts = {
  files: ['**/*.{mjs,cjs,js}'],
  languageOptions: { globals: globals.node },
  rules: {
    'no-undef': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
  },
};

const ignored = {
  ignores: ['**/dist/**', '**/node_modules/**', 'data/**', '.nx/**', '.cache/**', 'coverage/**', 'docs/**'],
};

/**
 * The lint settings as flat config.
 * `isTypeAware: false` leaves out the rules that need files on disk, for specs that lint text.
 */
export const createConfig = ({ isTypeAware }) => [
  ignored,
  js.configs.recommended,
  ...components,
  { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser, sourceType: 'module' } },
  typescript,
  style,
  scripts,
  ...sizes,
  ...own,
  ...restrictions,
  network,
  ...(isTypeAware ? [typed] : []),
];
