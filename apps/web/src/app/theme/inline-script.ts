/**
 * Runs before the first paint, so that neither theme nor language flashes. Reads the choices that `theme.ts` and
 * `locale.ts` store. It is put into the page as text: plain, old JavaScript, no imports.
 */
export const INLINE_SCRIPT = `(function(){var r=document.documentElement,t,l;try{t=localStorage.getItem('heddle.theme');l=localStorage.getItem('heddle.language')}catch(e){}r.dataset.theme=t==='light'||t==='dark'?t:'system';if(l!=='en'&&l!=='zh-CN'){l=/^zh/i.test(navigator.language)?'zh-CN':'en'}r.lang=l})()`;
