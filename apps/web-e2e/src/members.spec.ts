import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems } from './support/accessibility';
import { launchBrowser, openPage, type WatchedPage } from './support/browser';
import { OWNER, setUp } from './support/console';
import { journey } from './support/journey';
import { type Product, startProduct } from './support/product';
import { takePicture } from './support/screenshots';

jest.setTimeout(120_000);

const EVA = { name: 'Eva Editor', email: 'eva@example.com' };

describe('members of a workspace', () => {
  let product: Product;
  let browser: Browser;
  let owner: WatchedPage;
  let eva: WatchedPage;
  let page: Page;
  let password = '';

  const step = journey(() => page);

  beforeAll(async () => {
    product = await startProduct();
    browser = await launchBrowser();
    owner = await openPage(browser, product.url);
    eva = await openPage(browser, product.url);
    page = owner.page;
  });

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  step('adds somebody, whose password is shown once', async () => {
    await setUp(page);
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('button', { name: 'Add member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add member' });
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill(EVA.email);
    await dialog.getByRole('textbox', { name: 'Name' }).fill(EVA.name);
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add member' }).click();
    const shown = page.getByRole('dialog', { name: `Password of ${EVA.email}` });
    password = await shown.getByText(/^(\w{5}-){3}\w{5}$/).innerText();
    await takePicture(page, 'member-password');
    await shown.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('row', { name: new RegExp(EVA.name) }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await takePicture(page, 'members');
  });

  step('lets the new member in, who may only look at the members', async () => {
    page = eva.page;
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'E-mail' }).fill(EVA.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('row', { name: new RegExp(OWNER.name) }).waitFor();
    expect(await page.getByRole('button', { name: 'Add member' }).count()).toBe(0);
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Members', 'Roles']);
    await page.getByRole('tab', { name: 'Roles' }).click();
    await page.getByText('Read the audit log').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await takePicture(page, 'roles');
  });

  step('changes a role, which signs the member out at once', async () => {
    page = owner.page;
    await page.getByRole('combobox', { name: `Role of ${EVA.name}` }).click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    await page.getByText(`${EVA.name} is now Viewer`).first().waitFor();
    await eva.page.reload();
    await eva.page.waitForURL(/\/login/);
  });

  step('reads what happened in the audit log, and that it is unchanged', async () => {
    await page.getByRole('tab', { name: 'Audit log' }).click();
    const row = page.getByRole('row', { name: /Role changed/ });
    expect(await row.innerText()).toMatch(/eva@example\.com[\s\S]*Editor[\s\S]*Viewer/);
    await page.getByRole('button', { name: 'Check the log' }).click();
    await page.getByText(/Complete and unchanged: \d+ entries/).waitFor();
    await takePicture(page, 'audit');
    await page.getByRole('button', { name: /^Action/ }).click();
    await page.getByRole('option', { name: 'Member added' }).click();
    await row.waitFor({ state: 'detached' });
    expect(await page.getByRole('row').count()).toBe(2);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  step('has met no error on the way', () => {
    // Before the set-up nobody is signed in, which the browser calls an error.
    expect(owner.problems.filter((line) => !line.includes('/api/auth/me'))).toEqual([]);
    return Promise.resolve();
  });
});
