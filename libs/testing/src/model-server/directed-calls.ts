import type { Json } from '@heddle/model';
import type { ChatBody } from './chat-body';
import { directiveNamed, type Conversation } from './conversation';
import { jsonOfSchema } from './json-of-schema';
import type { ModelToolCall } from './model-answer';

/** The JSON text of a call's arguments; text stays as it is. */
export const argumentsText = (value: Json): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

function toolCall(argument: string): ModelToolCall {
  const [name = '', ...rest] = argument.trim().split(/\s+/);
  return { name, arguments: rest.join(' ') || '{}' };
}

const broken = (call: ModelToolCall): ModelToolCall => ({
  ...call,
  arguments: `${argumentsText(call.arguments).slice(0, -1)},,`,
});

/** The tool calls that are due: `[[tool:NAME {…}]]` one a round, `[[tools:A {…};;B {…}]]` all at once. */
export function directedCalls(conversation: Conversation): readonly ModelToolCall[] {
  const rounds = conversation.directives.filter(({ name }) => name === 'tool' || name === 'tools');
  let answered = conversation.toolRounds;
  for (const { name, argument } of rounds) {
    const calls = (name === 'tools' ? argument.split(';;') : [argument]).map(toolCall);
    if (answered < calls.length)
      return directiveNamed(conversation, 'bad_arguments') ? calls.map(broken) : calls;
    answered -= calls.length;
  }
  return [];
}

function demandedTool({ tool_choice: choice, tools }: ChatBody) {
  if (!choice || choice === 'auto' || choice === 'none') return undefined;
  const functions = (tools ?? []).map((tool) => tool.function);
  return typeof choice === 'string'
    ? functions[0]
    : functions.find((tool) => tool?.name === choice.function?.name);
}

/** The call that a request demands by its `tool_choice`, its arguments made to fit the tool's parameters. */
export function demandedCalls({ body, said, toolRounds }: Conversation): readonly ModelToolCall[] {
  const tool = toolRounds > 0 ? undefined : demandedTool(body);
  return tool ? [{ name: tool.name, arguments: jsonOfSchema(tool.parameters ?? {}, said) }] : [];
}
