import 'vue-router';

/** What surrounds a page: the shell with its navigation, nothing but the page, or the quiet frame of the sign-in pages. */
export type PageLayout = 'shell' | 'full' | 'bare';

declare module 'vue-router' {
  interface RouteMeta {
    readonly layout?: PageLayout;
    /** Features whose texts the page uses. */
    readonly messages?: readonly string[];
    /** Open to visitors who are not signed in. */
    readonly isPublic?: boolean;
    /** Entry of the navigation that stays marked. */
    readonly section?: string;
  }
}
