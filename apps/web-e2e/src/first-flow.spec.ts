import { createScriptedModelServer } from '@heddle/testing';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage, type WatchedPage } from './support/browser';
import { createFlow, publish, setUp } from './support/console';
import { Editor } from './support/editor';
import { type JsonService, startWeatherService } from './support/json-service';
import { journey } from './support/journey';
import { type Product, startProduct } from './support/product';
import { takePicture } from './support/screenshots';

jest.setTimeout(90_000);

const CODE = `function main({ weather }) {
  return { celsius: weather.readings[0].celsius };
}`;

describe('a first flow, from an empty installation to a call by API', () => {
  const model = createScriptedModelServer();
  let weather: JsonService;
  let product: Product;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let editor: Editor;
  let key = '';

  const step = journey(() => page);

  beforeAll(async () => {
    weather = await startWeatherService();
    product = await startProduct({
      environment: {
        HEDDLE_HTTP_ALLOW: weather.address,
        OPENAI_BASE_URL: await model.listen(),
        OPENAI_API_KEY: 'any',
        OPENAI_MODEL: 'scripted',
      },
    });
    browser = await launchBrowser();
    watched = await openPage(browser, product.url);
    page = watched.page;
    editor = new Editor(page);
  });

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await weather?.close();
    await model.close();
  });

  const publishedRun = async (city: string, mode: 'blocking' | 'streaming'): Promise<Response> =>
    fetch(`${product.url}/v1/workflows/run`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ inputs: { city }, response_mode: mode, user: 'somebody' }),
    });

  step('sets the owner up and arrives at an empty list', async () => {
    await setUp(page);
    await page.getByRole('heading', { name: 'Build your first flow' }).waitFor();
  });

  step('creates a workflow with an empty canvas', async () => {
    await createFlow(page, 'Workflow', 'Weather advice');
    await page.getByRole('heading', { name: 'An empty canvas' }).waitFor();
  });

  step('starts with an input', async () => {
    await editor.addFirst('Start');
    await page.getByRole('button', { name: 'Add input', exact: true }).click();
    await editor.field('Name').fill('city');
    await editor.card('Start').getByText('city').waitFor();
  });

  step('asks a web service', async () => {
    await editor.addNext('HTTP request');
    await editor.field('URL').fill(`${weather.origin}/weather?city={{ trigger.city }}`);
  });

  step('reads the answer with code', async () => {
    await editor.addNext('Code');
    await editor.field('Inputs 1: Name').fill('weather');
    await editor.field('Inputs 1: Value').fill('{{ http_request.body }}');
    await editor.field('Code').fill(CODE);
    await editor.field('Outputs 1: Name').fill('celsius');
    await editor.pick('Outputs 1', 'number');
  });

  step('decides by what the code found', async () => {
    await editor.addNext('Condition');
    await editor.field('What to compare').fill('{{ code.celsius }}');
    await editor.pick('How to compare', '>');
    await editor.field('Compare with').fill('30');
  });

  step('asks a model on one way and renders a template on the other', async () => {
    await editor.addNext('Language model');
    await editor.field('User').fill('[[reply:Stay in the shade of {{ trigger.city }}.]]');
    await editor.addNext('Output');
    await editor.field('Results 1: Name').fill('advice');
    await editor.field('Results 1: Value').fill('{{ llm.text }}');
    await page.getByRole('group', { name: 'Results' }).getByRole('button', { name: 'Add' }).click();
    await editor.field('Results 2: Name').fill('note');
    await editor.field('Results 2: Value').fill('{{ template_transform.rendered }}');
    await editor.select('Condition');
    await editor.addNext('Template', 1);
    await editor.field('Variables 1: Name').fill('celsius');
    await editor.field('Variables 1: Value').fill('{{ code.celsius }}');
    await editor.field('Template').fill('Only {{ celsius }} degrees.');
  });

  step('joins the two ways with an edge drawn by mouse', async () => {
    await editor.connect('template_transform', 'output');
    await page.getByRole('button', { name: '0 problems' }).waitFor();
    await editor.untilSaved();
  });

  step('takes a step back and forth without losing any of it', async () => {
    const edge = page.getByRole('group', { name: 'template_transform → output' });
    await page.getByRole('button', { name: /^Undo/ }).click();
    await edge.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Redo/ }).click();
    await edge.waitFor({ state: 'attached' });
  });

  step('runs the draft and shows on the canvas what happened', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await editor.field('city').fill('Hangzhou');
    await page.getByRole('button', { name: /^Run the draft/ }).click();
    const run = page.getByRole('region', { name: 'Test run' });
    await run.getByText('Stay in the shade of Hangzhou.').waitFor();
    await run.getByText('Succeeded', { exact: true }).waitFor();
    for (const title of ['Start', 'HTTP request', 'Code', 'Condition', 'Language model', 'Output']) {
      await editor.card(title).getByRole('img', { name: 'Succeeded' }).waitFor();
    }
    expect(await editor.card('Template').getByRole('img', { name: 'Succeeded' }).count()).toBe(0);
    expect(weather.requests).toEqual(['/weather?city=Hangzhou']);
  });

  step('tells in the trace what each node got and gave', async () => {
    const trace = page.getByRole('region', { name: 'Trace and problems' });
    await trace.getByRole('button', { name: /Succeeded Code/ }).click();
    await trace.getByRole('heading', { name: 'Code', exact: true }).waitFor();
    await trace.getByRole('treeitem', { name: 'celsius: 35' }).waitFor();
    await trace.getByRole('button', { name: 'Skipped Template' }).waitFor();
  });

  step('makes the picture of the readme', async () => {
    await page.getByRole('region', { name: 'Test run' }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Close the panel' }).click();
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.getByRole('button', { name: /Succeeded Language model/ }).click();
    await page.mouse.move(700, 200);
    await takePicture(page, 'editor');
  });

  step('finds the same flow after a reload', async () => {
    await page.reload();
    await editor.card('Template').waitFor();
    await page.getByRole('group', { name: 'template_transform → output' }).waitFor({ state: 'attached' });
  });

  step('publishes it and creates a key that is shown once', async () => {
    await publish(page, 'First version');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Journey');
    await dialog.getByRole('button', { name: /^Create/ }).click();
    key = (await dialog.getByText(/^app-\S+-\S+$/).textContent()) ?? '';
    expect(key).toMatch(/^app-[\w-]+$/);
    await dialog
      .getByRole('button', { name: /Done|Close/ })
      .first()
      .click();
    await page.getByRole('cell', { name: 'Journey' }).waitFor();
    expect(await page.getByText(key).count()).toBe(0);
  });

  step('answers callers on both ways', async () => {
    const hot = await (await publishedRun('Hangzhou', 'blocking')).json();
    expect(hot).toMatchObject({
      data: { status: 'succeeded', outputs: { advice: 'Stay in the shade of Hangzhou.', note: null } },
    });
    const cold = await (await publishedRun('Oslo', 'blocking')).json();
    expect(cold).toMatchObject({
      data: { status: 'succeeded', outputs: { advice: null, note: 'Only 12 degrees.' } },
    });
  });

  step('streams the run in order', async () => {
    const text = await (await publishedRun('Hangzhou', 'streaming')).text();
    const events = [...text.matchAll(/^data: (.*)$/gm)].map(
      ([, json]) => JSON.parse(json ?? '').event as string,
    );
    expect(events[0]).toBe('workflow_started');
    expect(events.at(-1)).toBe('workflow_finished');
    expect(events.filter((event) => event === 'node_finished')).toHaveLength(6);
    expect(events).toContain('text_chunk');
  });

  step('refuses a wrong key', async () => {
    const right = key;
    key = `${right.slice(0, -4)}AAAA`;
    expect((await publishedRun('Oslo', 'blocking')).status).toBe(401);
    key = right;
  });

  step('lists the runs with their nodes', async () => {
    await page.getByRole('link', { name: 'Runs' }).click();
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Succeeded' }).first();
    await row.getByRole('link').click();
    await page.getByText('Language model').first().waitFor();
  });

  step('makes no error in the browser on the way', async () => {
    // Asking who is signed in, before anybody is, is answered with 401 on purpose.
    expect(watched.problems.filter((problem) => !problem.includes('/api/auth/me'))).toEqual([]);
  });
});
