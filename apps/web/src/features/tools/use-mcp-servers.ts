import type { McpServer, RefreshedMcpServer } from '@heddle/contracts';
import { useToast } from '@heddle/ui';
import { computed, ref, shallowRef } from 'vue';
import { useI18n } from 'vue-i18n';
import { isApiError } from '@/app/api/api-error';
import { reportError } from '@/app/api/describe-error';
import { useResource } from '@/app/use-resource';
import { useTask } from '@/app/use-task';
import { approveMcpServer, listMcpServers, lookAtMcpServer, updateMcpServer } from './api/mcp-servers-api';

/** A server whose tools are others than were approved. */
export interface ServerChange {
  /** As it was approved. */
  readonly before: McpServer;
  readonly now: RefreshedMcpServer;
  /** It changed once more while somebody looked at it. */
  readonly isAgain: boolean;
}

const hasChanges = ({ changes }: RefreshedMcpServer): boolean =>
  Object.values(changes).some((names) => names.length > 0);

/** Loads the MCP servers of the workspace, looks at their tools and approves them. */
export function useMcpServers() {
  const { t } = useI18n();
  const toast = useToast();
  const resource = useResource(
    () => 'mcp-servers',
    (_key, signal) => listMcpServers(signal),
  );
  const refreshing = ref<ReadonlySet<string>>(new Set());
  const change = shallowRef<ServerChange>();

  async function lookAt(server: McpServer, isAgain: boolean): Promise<void> {
    const now = await lookAtMcpServer(server.id);
    if (hasChanges(now)) {
      change.value = { before: server, now, isAgain };
      return;
    }
    await approveMcpServer(server.id, now.tools_hash);
    change.value = undefined;
    toast.success(t('tools.mcp.unchanged', { name: server.name }));
  }

  /** Asks a server for its tools; differences are shown before any is approved. */
  async function refresh(server: McpServer): Promise<void> {
    if (refreshing.value.has(server.id)) return;
    refreshing.value = new Set([...refreshing.value, server.id]);
    approval.error.value = undefined;
    try {
      await lookAt(server, false);
    } catch (error) {
      reportError(t('tools.mcp.refresh_failed', { name: server.name }), error);
    }
    refreshing.value = new Set([...refreshing.value].filter((id) => id !== server.id));
    await resource.reload();
  }

  const approval = useTask(async () => {
    if (!change.value) return;
    const { before, now } = change.value;
    try {
      await approveMcpServer(before.id, now.tools_hash);
      change.value = undefined;
      toast.success(t('tools.mcp.approved', { name: before.name }));
    } catch (error) {
      if (!isApiError(error, 'MCP_TOOLS_DIFFER')) throw error;
      await lookAt(before, true);
    }
    await resource.reload();
  });

  async function toggle(server: McpServer, isEnabled: boolean): Promise<void> {
    try {
      await updateMcpServer(server.id, { is_enabled: isEnabled });
    } catch (error) {
      reportError(t('tools.not_changed'), error);
    }
    await resource.reload();
  }

  return {
    resource,
    servers: computed(() => resource.data.value ?? []),
    /** Ids of servers that are being asked for their tools. */
    refreshing,
    change,
    approval,
    refresh,
    toggle,
  };
}
