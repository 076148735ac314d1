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
// Asked for before anything can fail: a router that failed earlier never answers. Without texts or page, App says why.
void Promise.allSettled([router.isReady(), loadMessages(['app'])]).then(() => app.mount('#app'));
