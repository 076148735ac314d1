const RELOADED_AT = 'heddle.reloaded_at';
const QUIET_MS = 20_000;

/**
 * After an update the server no longer has the chunks that an open page asks for; loading the page anew fetches the new
 * ones. Not twice in a row: if that does not help, the error is shown.
 */
export function reloadOnStaleChunks(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - last < QUIET_MS) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    location.reload();
  });
}
