import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './app/App.vue';
import './app/app.css';
import { watchNetwork } from './app/api/connection';
import { currentLocale, i18n, loadMessages } from './app/i18n/i18n';
import { reloadOnStaleChunks } from './app/router/stale-chunks';
import { createAppRouter } from './app/router/router';

document.documentElement.lang = currentLocale.value;
reloadOnStaleChunks();
watchNetwork();
const app = createApp(App);
const router = createAppRouter();
app.use(createPinia()).use(i18n).use(router);
void loadMessages(['app'])
  .then(() => router.isReady())
  .catch(() => undefined)
  .then(() => app.mount('#app'));
