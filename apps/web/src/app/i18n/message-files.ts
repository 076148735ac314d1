import type { Messages } from './i18n';
import type { Locale } from './locale';

type Loader = () => Promise<Messages>;

const appFiles = import.meta.glob<Messages>('../locales/*.json', { import: 'default' });
const featureFiles = import.meta.glob<Messages>('../../features/*/locales/*.json', { import: 'default' });

/**
 * Finds the file with a feature's texts. `features/flows/locales/en.json` is the feature `flows`, its keys begin with
 * `flows.`; the shell's own texts are the feature `app`.
 */
export function messageFiles(feature: string, locale: Locale): Loader | undefined {
  if (feature === 'app') return appFiles[`../locales/${locale}.json`];
  return featureFiles[`../../features/${feature}/locales/${locale}.json`];
}
