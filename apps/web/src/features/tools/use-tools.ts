import type { Tool } from '@heddle/contracts';
import { computed } from 'vue';
import { useI18n } from 'vue-i18n';
import { reportError } from '@/app/api/describe-error';
import { useResource } from '@/app/use-resource';
import { listTools, updateTool } from './api/tools-api';

/** Loads the tools of the workspace and switches them on and off. */
export function useTools() {
  const { t } = useI18n();
  const resource = useResource(
    () => 'tools',
    (_key, signal) => listTools(signal),
  );

  async function toggle(tool: Tool, isEnabled: boolean): Promise<void> {
    try {
      await updateTool(tool.id, { is_enabled: isEnabled });
    } catch (error) {
      reportError(t('tools.not_changed'), error);
    }
    await resource.reload();
  }

  return {
    resource,
    tools: computed(() => resource.data.value ?? []),
    names: computed(() => (resource.data.value ?? []).map(({ name }) => name)),
    toggle,
  };
}
