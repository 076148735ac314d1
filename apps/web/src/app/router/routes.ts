import type { RouteRecordRaw } from 'vue-router';

/** Every page of the app; each is loaded when first visited, together with its texts. */
export const routes: readonly RouteRecordRaw[] = [
  { path: '/', redirect: { name: 'flows' } },
  {
    path: '/setup',
    name: 'setup',
    component: () => import('@/features/auth/SetupPage.vue'),
    meta: { layout: 'bare', messages: ['auth'], isPublic: true },
  },
  {
    path: '/login',
    name: 'login',
    component: () => import('@/features/auth/LoginPage.vue'),
    meta: { layout: 'bare', messages: ['auth'], isPublic: true },
  },
  {
    path: '/flows',
    name: 'flows',
    component: () => import('@/features/flows/FlowListPage.vue'),
    meta: { messages: ['flows', 'models'], section: 'flows' },
  },
  {
    path: '/flows/:id',
    name: 'editor',
    component: () => import('@/features/editor/EditorPage.vue'),
    props: true,
    meta: { layout: 'full', messages: ['editor', 'models'], section: 'flows' },
  },
  {
    path: '/flows/:id/api',
    name: 'flow-api',
    component: () => import('@/features/api-access/ApiAccessPage.vue'),
    props: true,
    meta: { messages: ['flows', 'api-access'], section: 'flows' },
  },
  {
    path: '/flows/:id/runs',
    name: 'flow-runs',
    component: () => import('@/features/runs/RunListPage.vue'),
    props: true,
    meta: { messages: ['flows', 'runs'], section: 'flows' },
  },
  {
    path: '/runs/:id',
    name: 'run',
    component: () => import('@/features/runs/RunPage.vue'),
    props: true,
    meta: { messages: ['flows', 'runs'], section: 'flows' },
  },
  {
    path: '/models',
    name: 'models',
    component: () => import('@/features/models/ModelsPage.vue'),
    meta: { messages: ['models'], section: 'models' },
  },
  {
    path: '/tools/:tab(mcp)?',
    name: 'tools',
    component: () => import('@/features/tools/ToolsPage.vue'),
    props: true,
    meta: { messages: ['tools'], section: 'tools' },
  },
  {
    path: '/secrets',
    name: 'secrets',
    component: () => import('@/features/secrets/SecretsPage.vue'),
    meta: { messages: ['secrets'], section: 'secrets' },
  },
  {
    path: '/members/:tab(roles|audit)?',
    name: 'members',
    component: () => import('@/features/members/MembersPage.vue'),
    props: true,
    meta: { messages: ['members', 'audit'], section: 'members' },
  },
  {
    path: '/settings',
    name: 'settings',
    component: () => import('@/features/settings/SettingsPage.vue'),
    meta: { messages: ['settings'], section: 'settings' },
  },
  {
    path: '/:path(.*)*',
    name: 'not-found',
    component: () => import('./NotFoundPage.vue'),
    meta: {},
  },
];
