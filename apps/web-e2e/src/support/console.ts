import type { Page } from 'playwright-core';

/** The account that journeys create first. */
export const OWNER = { name: 'Olga Owner', email: 'owner@example.com', password: 'correct horse battery' };

/** Creates the first account on the set-up page. */
export async function setUp(page: Page): Promise<void> {
  await page.goto('/');
  await page.waitForURL('**/setup');
  await page.getByRole('textbox', { name: /^Name/ }).fill(OWNER.name);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(OWNER.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/flows');
}

/** Creates a flow in the dialog; ends in its editor. */
export async function createFlow(page: Page, mode: 'Chatflow' | 'Workflow', name: string): Promise<void> {
  await page.getByRole('button', { name: 'New flow' }).first().click();
  await page.getByRole('radio', { name: new RegExp(mode) }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL(/\/flows\/[0-9a-f-]{36}$/);
}

/** Publishes what is in the editor and goes to the page about calling it. */
export async function publish(page: Page, note: string): Promise<void> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish the draft' });
  await dialog.getByRole('textbox', { name: /What changed/ }).fill(note);
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByRole('link', { name: 'API access' }).click();
  await page.getByRole('heading', { name: 'API access', level: 1 }).waitFor();
}
