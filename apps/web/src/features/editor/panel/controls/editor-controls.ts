import type { ControlMap } from '@heddle/ui';
import AssignmentsControl from './AssignmentsControl.vue';
import CodeControl from './CodeControl.vue';
import CategoriesControl from './CategoriesControl.vue';
import ConditionGroupControl from './ConditionGroupControl.vue';
import ConditionsControl from './ConditionsControl.vue';
import FlowControl from './FlowControl.vue';
import HttpAuthControl from './HttpAuthControl.vue';
import HttpBodyControl from './HttpBodyControl.vue';
import InputFieldsControl from './InputFieldsControl.vue';
import McpServerControl from './McpServerControl.vue';
import McpToolControl from './McpToolControl.vue';
import ModelControl from './ModelControl.vue';
import OptionalGroupControl from './OptionalGroupControl.vue';
import OutputTypesControl from './OutputTypesControl.vue';
import PromptControl from './PromptControl.vue';
import SecretControl from './SecretControl.vue';
import TemplateControl from './TemplateControl.vue';
import ToolArgumentsControl from './ToolArgumentsControl.vue';
import ToolControl from './ToolControl.vue';
import ToolUsesControl from './ToolUsesControl.vue';
import ValueControl from './ValueControl.vue';

/** The controls that know flows, by the names that node definitions use; the kit has the plain ones. */
export const EDITOR_CONTROLS: ControlMap = {
  group: { component: OptionalGroupControl, layout: 'bare', ownsIssues: true },
  value: { component: ValueControl },
  template: { component: TemplateControl },
  code: { component: CodeControl },
  prompt: { component: PromptControl, ownsIssues: true },
  conditions: { component: ConditionsControl, ownsIssues: true },
  'condition-group': { component: ConditionGroupControl, ownsIssues: true },
  categories: { component: CategoriesControl, ownsIssues: true },
  assignments: { component: AssignmentsControl, ownsIssues: true },
  'input-fields': { component: InputFieldsControl, ownsIssues: true },
  'output-types': { component: OutputTypesControl, ownsIssues: true },
  'http-body': { component: HttpBodyControl, ownsIssues: true },
  'http-auth': { component: HttpAuthControl, ownsIssues: true },
  'flow-picker': { component: FlowControl },
  'model-picker': { component: ModelControl },
  'tool-picker': { component: ToolControl },
  'mcp-server-picker': { component: McpServerControl },
  'mcp-tool-picker': { component: McpToolControl },
  'tool-arguments': { component: ToolArgumentsControl, ownsIssues: true },
  tools: { component: ToolUsesControl, ownsIssues: true },
  secret: { component: SecretControl },
};
