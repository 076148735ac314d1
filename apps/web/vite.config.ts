import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import vue from '@vitejs/plugin-vue';
import { defaultClientConditions, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { INLINE_SCRIPT } from './src/app/theme/inline-script.ts';

/** The browser's host is passed on: the server refuses writes whose origin is not the host they were sent to. */
const SERVER = { target: 'http://127.0.0.1:3000', changeOrigin: false };
const CONDITIONS = ['heddle-source', ...defaultClientConditions];

/** What most pages share comes in a few files instead of dozens; what few pages use stays with them. */
const CHUNKS = [
  { name: 'framework', test: /node_modules\/(@?vue|@intlify|pinia)/, minShareCount: 2, priority: 3 },
  {
    name: 'kit',
    test: /libs\/ui\/|node_modules\/(reka-ui|@floating-ui|@lucide|@vueuse)/,
    minShareCount: 3,
    priority: 2,
  },
  { name: 'app', test: /apps\/web\/src\/app\//, minShareCount: 2, priority: 1 },
];

/**
 * Puts the script that sets theme and language before the first paint into the page. The server allows it by the hash
 * that it takes of the built page.
 */
const inlineScript: Plugin = {
  name: 'heddle-inline-script',
  transformIndexHtml: {
    order: 'post',
    handler: () => [{ tag: 'script', children: INLINE_SCRIPT, injectTo: 'head-prepend' }],
  },
};

export default defineConfig({
  plugins: [vue(), tailwindcss(), inlineScript],
  resolve: {
    conditions: CONDITIONS,
    alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) },
    dedupe: ['vue', 'reka-ui'],
  },
  define: {
    __VUE_OPTIONS_API__: 'false',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    __VUE_I18N_LEGACY_API__: 'false',
    __VUE_I18N_FULL_INSTALL__: 'false',
    __INTLIFY_PROD_DEVTOOLS__: 'false',
  },
  server: {
    port: 5173,
    proxy: { '/api': SERVER, '/v1': SERVER, '/healthz': SERVER, '/readyz': SERVER },
  },
  build: {
    target: 'baseline-widely-available',
    reportCompressedSize: false,
    // CodeMirror and the editor are big and load when needed.
    chunkSizeWarningLimit: 550,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  test: {
    projects: [
      {
        extends: true,
        // The kit's specs lie outside this folder, and vitest loads no file outside its root.
        root: fileURLToPath(new URL('../..', import.meta.url)),
        test: {
          name: 'web',
          environment: 'happy-dom',
          include: [
            'apps/web/src/**/*.spec.ts',
            'libs/ui/src/**/*.spec.ts',
            'libs/nodes/src/**/*.web.spec.ts',
          ],
          restoreMocks: true,
          server: { deps: { inline: [/@heddle\//] } },
        },
      },
    ],
  },
});
