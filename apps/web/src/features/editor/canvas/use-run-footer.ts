import { computed, inject, type ComputedRef, type Ref } from 'vue';
import { useI18n } from 'vue-i18n';
import type { RunProgress } from '../run/run-progress';
import { CANVAS_FORMAT } from './canvas-views';
import type { CanvasNodeView } from './canvas-node-view';

/** The line below a card: how often it ran, how long it took, what it used. */
export function useRunFooter(view: Readonly<Ref<CanvasNodeView | null>>): ComputedRef<string> {
  const { t } = useI18n();
  const format = inject(CANVAS_FORMAT);

  function progressText({ done, total, failed }: RunProgress): string {
    const count = total === null ? t('editor.frames.rounds', { count: done }) : `${done} / ${total}`;
    return failed > 0 ? `${count} · ${t('editor.frames.failed', { count: failed })}` : count;
  }

  return computed(() => {
    const { elapsedMs, tokens, progress } = view.value ?? { elapsedMs: null, tokens: null, progress: null };
    const parts = progress ? [progressText(progress)] : [];
    if (elapsedMs !== null && format) parts.push(format.value.duration(elapsedMs));
    if (tokens && format) parts.push(t('editor.run.tokens', { count: format.value.number(tokens) }));
    return parts.join(' · ');
  });
}
