import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { picturesFolder, takePicture } from './screenshots';

/**
 * Makes `it` for a journey, whose steps build on each other: once one has failed, the others fail at once instead of
 * waiting for what will not come. The page at that moment is kept as a picture and as text.
 */
export function journey(pageOf: () => Page | undefined): (name: string, step: () => Promise<void>) => void {
  let failed: string | undefined;
  return (name, step) => {
    it(name, async () => {
      if (failed !== undefined) throw new Error(`The step "${failed}" failed before this one`);
      try {
        await step();
      } catch (error) {
        failed = name;
        await keepEvidence(pageOf(), name);
        throw error;
      }
    });
  };
}

async function keepEvidence(page: Page | undefined, step: string): Promise<void> {
  if (!page) return;
  const name = `failed-${step.replaceAll(/[^a-z0-9]+/gi, '-')}`;
  await takePicture(page, name);
  writeFileSync(join(picturesFolder(), `${name}.txt`), await page.locator('body').ariaSnapshot());
}
