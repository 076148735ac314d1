import { createScriptedModelServer } from '@heddle/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, openPage, type WatchedPage } from './support/browser';
import { createFlow, publish, setUp } from './support/console';
import { Editor } from './support/editor';
import { journey } from './support/journey';
import { type Product, startProduct } from './support/product';

jest.setTimeout(90_000);

describe('a chatflow, tried and then called like a model', () => {
  const model = createScriptedModelServer();
  let product: Product;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let chat: Locator;

  const step = journey(() => page);

  beforeAll(async () => {
    product = await startProduct({
      environment: { OPENAI_BASE_URL: await model.listen(), OPENAI_API_KEY: 'any', OPENAI_MODEL: 'scripted' },
    });
    browser = await launchBrowser();
    watched = await openPage(browser, product.url);
    page = watched.page;
    chat = page.getByRole('region', { name: 'Chat preview' });
  });

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await model.close();
  });

  const say = async (text: string): Promise<void> => {
    await chat.getByRole('textbox', { name: 'Message…' }).fill(text);
    await page.keyboard.press('Enter');
  };

  step('begins with the smallest flow that runs', async () => {
    await setUp(page);
    await createFlow(page, 'Chatflow', 'Companion');
    await page.getByRole('button', { name: 'Begin with the basics' }).click();
    await page.getByRole('button', { name: '0 problems' }).waitFor();
    await new Editor(page).untilSaved();
  });

  step('answers in the preview while the nodes light up', async () => {
    await page.getByRole('button', { name: 'Try it' }).click();
    await say('[[reply:Good morning, Mei.]]');
    await chat.getByRole('log').getByText('Good morning, Mei.', { exact: true }).waitFor();
    for (const title of ['Start', 'Language model', 'Answer']) {
      await new Editor(page).card(title).getByRole('img', { name: 'Succeeded' }).waitFor();
    }
  });

  step('gives the model what was said before', async () => {
    await say('[[reply:Still here.]]');
    await chat.getByRole('log').getByText('Still here.', { exact: true }).waitFor();
    const asked = JSON.stringify(model.requests.at(-1)?.body);
    expect(asked).toContain('Good morning, Mei.');
    expect(asked).toContain('Still here.');
  });

  step('shows a refusal of the model as an error that says what to do', async () => {
    await say('[[error:401]]');
    await chat
      .getByText(/key|refused|sign/i)
      .first()
      .waitFor();
  });

  step('starts a new conversation that knows nothing of the last', async () => {
    await page.getByRole('button', { name: 'New conversation' }).click();
    await say('[[reply:A new start.]]');
    await chat.getByRole('log').getByText('A new start.', { exact: true }).waitFor();
    expect(JSON.stringify(model.requests.at(-1)?.body)).not.toContain('Good morning, Mei.');
  });

  step('answers an OpenAI client under its key once published', async () => {
    await publish(page, 'First version');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Client');
    await dialog.getByRole('button', { name: 'Create' }).click();
    const key = await dialog.getByText(/^app-\S+-\S+$/).textContent();
    const answer = await fetch(`${product.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'any',
        messages: [{ role: 'user', content: '[[reply:Hello, client.]]' }],
      }),
    });
    expect(await answer.json()).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant', content: 'Hello, client.' }, finish_reason: 'stop' }],
    });
  });

  step('makes no error in the browser on the way', async () => {
    expect(watched.problems.filter((problem) => !problem.includes('/api/auth/me'))).toEqual([]);
  });
});
