import { createScriptedModelServer } from '@heddle/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { accessibilityProblems } from './support/accessibility';
import { launchBrowser, openPage, type WatchedPage } from './support/browser';
import { createFlow, setUp } from './support/console';
import { Editor } from './support/editor';
import { journey } from './support/journey';
import { freePort, type Product, startProduct } from './support/product';
import { takePicture } from './support/screenshots';

jest.setTimeout(90_000);

const RIGHT_KEY = 'sk-journey-5f81c2d97a40';
const WRONG_KEY = 'sk-mistyped-0000000000';
/** What the form promises. */
const ANSWER_LIMIT_MS = 5_000;

describe('models, from none to one that flows use', () => {
  const model = createScriptedModelServer({ apiKey: RIGHT_KEY });
  let product: Product;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let editor: Editor;
  let dialog: Locator;
  const answers: Promise<string>[] = [];

  const step = journey(() => page);

  beforeAll(async () => {
    await model.listen();
    product = await startProduct();
    browser = await launchBrowser();
    watched = await openPage(browser, product.url);
    page = watched.page;
    page.on('response', (response) => answers.push(response.text().catch(() => '')));
    editor = new Editor(page);
    dialog = page.getByRole('dialog');
  });

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await model.close();
  });

  const row = (name: string): Locator =>
    page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });

  step('is told in the list of flows that no model is connected', async () => {
    await setUp(page);
    await page.getByRole('complementary', { name: 'Connect a model' }).getByRole('link').click();
    await page.getByRole('heading', { name: 'No model is connected' }).waitFor();
  });

  step('chooses a kind of provider', async () => {
    await page.getByRole('button', { name: 'Connect a model' }).click();
    await page.getByRole('searchbox', { name: 'Search providers' }).fill('compatible');
    await dialog.getByRole('list', { name: 'Kinds of providers' }).getByRole('button').click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('House models');
    await dialog.getByRole('textbox', { name: 'Base URL' }).fill(model.baseURL);
  });

  step('is told at the key that it is wrong', async () => {
    const key = dialog.getByRole('textbox', { name: /^API key/ });
    await key.fill(WRONG_KEY);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.getByText('The provider did not accept this key.').waitFor({ timeout: ANSWER_LIMIT_MS });
    expect(await key.getAttribute('aria-invalid')).toBe('true');
    expect(await accessibilityProblems(page)).toEqual([]);
    await takePicture(page, 'models-wrong-key');
  });

  step('is told at the address that nobody is there', async () => {
    const url = dialog.getByRole('textbox', { name: 'Base URL' });
    await url.fill(`http://127.0.0.1:${await freePort()}/v1`);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.getByText(/The provider did not answer/).waitFor({ timeout: ANSWER_LIMIT_MS });
    expect(await url.getAttribute('aria-invalid')).toBe('true');
    await url.fill(model.baseURL);
  });

  step('connects with the right key and finds the models', async () => {
    await dialog.getByRole('textbox', { name: /^API key/ }).fill(RIGHT_KEY);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'Models of House models' }).waitFor();
    await dialog.getByRole('checkbox', { name: 'scripted-mini' }).click();
    const type = dialog.getByRole('combobox', { name: 'Type of scripted-embedding' });
    expect(await type.textContent()).toBe('Embedding');
    expect(await accessibilityProblems(page)).toEqual([]);
    await takePicture(page, 'models-found');
    await dialog.getByRole('button', { name: 'Add 2 models' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row('scripted').waitFor();
    expect(await row('scripted-mini').count()).toBe(0);
  });

  step('sees that the provider works, and of its key only the end', async () => {
    const card = page.getByRole('article', { name: 'House models' });
    await card.getByText(/^Works/).waitFor();
    await card.getByText(`Key ••••${RIGHT_KEY.slice(-4)}`).waitFor();
  });

  step('sets the default', async () => {
    const defaults = page.getByRole('region', { name: 'Defaults' });
    await defaults.getByRole('button', { name: /^Language/ }).click();
    await page.getByRole('option', { name: 'scripted', exact: true }).click();
    await row('scripted').getByText('Default').waitFor();
  });

  step('gives the model a name, a price and a temperature', async () => {
    await page.getByRole('button', { name: 'More for scripted', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Parameters' }).click();
    await dialog.getByRole('textbox', { name: /^Display name/ }).fill('House model');
    await dialog.getByRole('spinbutton', { name: 'Temperature' }).fill('0.3');
    await dialog.getByRole('spinbutton', { name: 'Input' }).fill('2');
    await dialog.getByRole('spinbutton', { name: 'Output' }).fill('4');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row('House model').getByText('2.00 / 4.00').waitFor();
  });

  step('tests it', async () => {
    await page.getByRole('button', { name: 'Test House model' }).click();
    await dialog.getByRole('textbox', { name: 'Prompt' }).fill('[[reply:Ready to weave.]]');
    await dialog.getByRole('button', { name: 'Run' }).click();
    await dialog.getByText('Ready to weave.').waitFor();
    await dialog.getByText('First token').waitFor();
    await dialog.getByText('Cost').waitFor();
    await takePicture(page, 'models-test');
    expect(model.requests.at(-1)?.body).toMatchObject({ model: 'scripted', temperature: 0.3 });
    await dialog.getByRole('button', { name: 'Close' }).first().click();
  });

  step('chooses it in a flow and runs that', async () => {
    await page.getByRole('link', { name: 'Flows' }).click();
    await createFlow(page, 'Workflow', 'Weaver');
    await editor.addFirst('Start');
    await editor.addNext('Language model');
    await page.getByRole('button', { name: /^Model Workspace default: House model/ }).click();
    await page.getByRole('option', { name: /^House model/ }).click();
    await page.getByRole('button', { name: /^Model House model/ }).waitFor();
    await editor.field('User').fill('[[reply:Woven by the house.]]');
    await editor.addNext('Output');
    await editor.field('Results 1: Name').fill('said');
    await editor.field('Results 1: Value').fill('{{ llm.text }}');
    await editor.untilSaved();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: /^Run the draft/ }).click();
    const run = page.getByRole('region', { name: 'Test run' });
    await run.getByText('Woven by the house.').waitFor();
    expect(model.requests.at(-1)?.headers.authorization).toBe(`Bearer ${RIGHT_KEY}`);
  });

  step('finds the run in the usage of the model', async () => {
    await page.goto('/models');
    const usage = page.getByRole('region', { name: 'Usage', exact: true });
    await usage.getByRole('img', { name: /^Requests of the last 30 days: 1 in all/ }).waitFor();
    await usage.getByRole('button', { name: 'Table' }).click();
    expect(await usage.getByRole('row').count()).toBe(2);
    await takePicture(page, 'models-usage');
  });

  step('is told where the model is used before it can be deleted', async () => {
    await page.getByRole('button', { name: 'More for House model', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('link', { name: 'Weaver' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row('House model').waitFor();
  });

  step('has seen no key in any answer of the server, nor in its log', async () => {
    const seen = (await Promise.all(answers)).join('\n') + product.output();
    expect(seen).toContain('House models');
    expect(seen).not.toContain(RIGHT_KEY);
    expect(seen).not.toContain(WRONG_KEY);
  });

  step('makes no error in the browser on the way', async () => {
    // Asking who is there before anybody is, and deleting what is in use, are refused on purpose.
    const expected = /\/api\/auth\/me|\/api\/model-instances\//;
    expect(watched.problems.filter((problem) => !expected.test(problem))).toEqual([]);
  });
});
