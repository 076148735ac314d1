import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from './product';

/** Where pictures go; HEDDLE_TEST_SCREENSHOTS=docs/screenshots renews those of the documents. */
export function picturesFolder(): string {
  const folder = join(ROOT, process.env['HEDDLE_TEST_SCREENSHOTS'] ?? '.cache/screenshots');
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Keeps a picture of the page as it stands. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(picturesFolder(), `${name}.png`), animations: 'disabled' });
}
