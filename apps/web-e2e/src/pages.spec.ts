import { createScriptedModelServer } from '@heddle/testing';
import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems } from './support/accessibility';
import { launchBrowser, openPage, type Visitor, type WatchedPage } from './support/browser';
import { OWNER } from './support/console';
import { ConsoleApi } from './support/console-api';
import { type Product, startProduct } from './support/product';
import { conversation, everyNode, looms } from './support/sample-flows';
import { takePicture } from './support/screenshots';

jest.setTimeout(120_000);

interface Place {
  readonly name: string;
  readonly path: (ids: Ids) => string;
  /** What to do there before looking. */
  readonly act?: (page: Page) => Promise<void>;
}

interface Ids {
  readonly workflow: string;
  readonly chatflow: string;
  readonly run: string;
}

const VISITORS: readonly Required<Visitor>[] = [
  { locale: 'en-US', colorScheme: 'light' },
  { locale: 'en-US', colorScheme: 'dark' },
  { locale: 'zh-CN', colorScheme: 'light' },
  { locale: 'zh-CN', colorScheme: 'dark' },
];

const editor = ({ workflow }: Ids): string => `/flows/${workflow}`;
const chat = ({ chatflow }: Ids): string => `/flows/${chatflow}`;

/** Buttons are found by their icon's place, not by words, because the words differ by language. */
const openNode =
  (id: string) =>
  async (page: Page): Promise<void> => {
    await page.locator(`.vue-flow__node[data-id="${id}"]`).click();
    await page.getByRole('complementary').getByRole('tabpanel').waitFor();
  };

const press =
  (label: RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: label }).first().click();
  };

const openModel = async (page: Page): Promise<void> => {
  await page.getByRole('row').getByRole('button').last().click();
  await page.getByRole('menuitem').first().click();
  await page.getByRole('dialog').waitFor();
};

const addTool =
  (entry: number) =>
  async (page: Page): Promise<void> => {
    await press(/^(Add tool|添加工具)$/)(page);
    await page.getByRole('menuitem').nth(entry).click();
    await page.getByRole('dialog').waitFor();
  };

const NODES = [
  'trigger',
  'code',
  'condition',
  'llm',
  'template_transform',
  'variable_assigner',
  'output',
] as const;

const PLACES: readonly Place[] = [
  { name: 'flows', path: () => '/flows' },
  { name: 'new-flow', path: () => '/flows', act: press(/^(New flow|新建流程)$/) },
  { name: 'editor', path: editor },
  ...NODES.map((id) => ({ name: `node-${id}`, path: editor, act: openNode(id) })),
  { name: 'palette', path: editor, act: press(/^(Add a node|添加节点)$/) },
  { name: 'test-run', path: editor, act: press(/^(Run|运行)$/) },
  { name: 'publish', path: editor, act: press(/^(Publish|发布)$/) },
  { name: 'variables', path: editor, act: press(/^(Variables|变量)$/) },
  { name: 'versions', path: editor, act: press(/^(Versions|版本)$/) },
  { name: 'shortcuts', path: editor, act: press(/^(Keyboard shortcuts|键盘快捷键)$/) },
  { name: 'chat-preview', path: chat, act: press(/^(Try it|试用)$/) },
  { name: 'api-access', path: ({ workflow }) => `/flows/${workflow}/api` },
  { name: 'runs', path: ({ workflow }) => `/flows/${workflow}/runs` },
  { name: 'run', path: ({ run }) => `/runs/${run}` },
  { name: 'models', path: () => '/models' },
  { name: 'new-provider', path: () => '/models', act: press(/^(Add provider|添加供应商)$/) },
  { name: 'model', path: () => '/models', act: openModel },
  { name: 'tools', path: () => '/tools' },
  { name: 'import-tools', path: () => '/tools', act: addTool(0) },
  { name: 'flow-tool', path: () => '/tools', act: addTool(1) },
  { name: 'search-tool', path: () => '/tools', act: addTool(2) },
  { name: 'mcp-servers', path: () => '/tools/mcp' },
  { name: 'new-mcp-server', path: () => '/tools/mcp', act: press(/^(Add server|添加服务器)$/) },
  { name: 'secrets', path: () => '/secrets' },
  { name: 'new-secret', path: () => '/secrets', act: press(/^(New secret|新建密钥)$/) },
  { name: 'settings', path: () => '/settings' },
  { name: 'not-found', path: () => '/nothing-here' },
];

describe('every page, in two languages and two themes', () => {
  const model = createScriptedModelServer();
  let product: Product;
  let browser: Browser;
  let ids: Ids;

  beforeAll(async () => {
    product = await startProduct({
      environment: {
        OPENAI_BASE_URL: await model.listen(),
        OPENAI_API_KEY: 'any',
        OPENAI_MODEL: 'scripted',
        HEDDLE_ADMIN_EMAIL: OWNER.email,
        HEDDLE_ADMIN_PASSWORD: OWNER.password,
      },
    });
    const api = await ConsoleApi.login(product.url, OWNER);
    const workflow = await api.seedFlow({
      name: 'Names of cities',
      mode: 'workflow',
      definition: everyNode(),
      run: { inputs: { city: 'Hangzhou' } },
    });
    const chatflow = await api.seedFlow({
      name: 'Companion',
      mode: 'chatflow',
      definition: conversation(),
      run: { inputs: {}, query: '[[reply:Hello.]]' },
    });
    await api.post('/api/tools/import', { document: looms(), auth: { type: 'api_key', credential: 'any' } });
    await api.post('/api/tools', { kind: 'flow', flow_id: workflow.flowId, name: 'city_names' });
    await api.post('/api/mcp-servers', {
      name: 'Nobody there',
      transport: 'streamable_http',
      url: 'http://127.0.0.1:9/mcp',
      auth: { type: 'bearer' },
    });
    await api.post('/api/secrets', { name: 'weather_key', value: 'not to be seen' });
    ids = { workflow: workflow.flowId, chatflow: chatflow.flowId, run: workflow.runId };
    browser = await launchBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await model.close();
  });

  describe.each(VISITORS)('$locale, $colorScheme', (visitor) => {
    let watched: WatchedPage;

    beforeAll(async () => {
      watched = await openPage(browser, product.url, visitor);
    });

    afterAll(() => watched.context.close());

    it('login has no accessibility problem and lets the owner in', async () => {
      const { page } = watched;
      await page.goto('/login');
      await page.locator('input[type=email]').fill(OWNER.email);
      await page.locator('input[type=password]').fill(OWNER.password);
      expect(await page.locator('html').getAttribute('lang')).toBe(
        visitor.locale === 'en-US' ? 'en' : 'zh-CN',
      );
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.locator('button[type=submit]').click();
      await page.waitForURL('**/flows');
    });

    it.each(PLACES)('$name has no accessibility problem', async ({ name, path, act }) => {
      const { page } = watched;
      await page.goto(path(ids));
      await page.waitForLoadState('networkidle');
      await act?.(page);
      await page.waitForLoadState('networkidle');
      const problems = await accessibilityProblems(page);
      await takePicture(page, `${name}-${visitor.locale}-${visitor.colorScheme}`);
      expect(problems).toEqual([]);
    });

    it('makes no error in the browser', () => {
      expect(watched.problems.filter((problem) => !problem.includes('/api/auth/me'))).toEqual([]);
    });
  });
});
