import { onScopeDispose, readonly, shallowRef, watchEffect, type ShallowRef } from 'vue';
import type { RouteLocationRaw } from 'vue-router';

/** What the top bar says of the page. */
export interface PageHeading {
  readonly title: string;
  /** The pages above it. */
  readonly crumbs?: readonly { readonly label: string; readonly to: RouteLocationRaw }[];
}

const heading = shallowRef<PageHeading>({ title: '' });

/** The heading of the page that is shown. */
export const pageHeading: Readonly<ShallowRef<PageHeading>> = readonly(heading) as Readonly<
  ShallowRef<PageHeading>
>;

/** Names the page in the top bar and in the browser's tab; follows language and loaded data. */
export function usePageHeading(source: () => PageHeading): void {
  let own: PageHeading | undefined;
  watchEffect(() => {
    own = source();
    heading.value = own;
    document.title = own.title === '' ? 'Heddle' : `${own.title} · Heddle`;
  });
  onScopeDispose(() => {
    if (heading.value === own) heading.value = { title: '' };
  });
}
