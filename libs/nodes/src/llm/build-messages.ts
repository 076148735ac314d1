import type { ChatMessage, NodeContext } from '@heddle/engine';
import { type Lookup, parseTemplate, renderText, resolveText } from '@heddle/model';
import { conversationHistory } from '../chat-model/conversation-history';
import { imageParts, withImages } from '../chat-model/message-images';
import { DEFAULT_MEMORY_WINDOW } from '../chat-model/model-fields';
import { nodeErrors } from '../errors/node-errors';
import { mentionedNamespaces } from '../fields/mentioned-namespaces';
import { resolveNamed } from '../fields/resolve-named';
import { renderContext } from './render-context';
import { CONTEXT_NAME, type LlmConfig } from './schema';

type Context = NodeContext<'files' | 'history' | 'sandbox'>;

/** A message of text alone, as all are before images join. */
interface TextMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

interface Memory {
  readonly window: number;
  readonly query: string | undefined;
}

const mentions = (config: LlmConfig, matches: (path: readonly (string | number)[]) => boolean): boolean =>
  config.prompt.some(({ text }) =>
    parseTemplate(text).some((part) => part.kind === 'reference' && matches(part.path)),
  );

const isContext = (path: readonly (string | number)[]): boolean =>
  path.length === 1 && path[0] === CONTEXT_NAME;

/** Whether the prompt places the passages itself; in a template their name may stand in any expression. */
const mentionsContext = (config: LlmConfig): boolean =>
  mentions(config, isContext) ||
  config.prompt.some(({ syntax, text }) => syntax === 'jinja2' && text.includes(CONTEXT_NAME));

const isQuery = (path: readonly (string | number)[]): boolean => path[0] === 'sys' && path[1] === 'query';

/** What the node remembers: as configured; on in chatflows that do not say, off in workflows. */
function memoryOf({ memory }: LlmConfig, { run }: Context): Memory | undefined {
  if (memory) return memory.enabled ? { window: memory.window, query: memory.query } : undefined;
  return run.mode === 'chatflow' ? { window: DEFAULT_MEMORY_WINDOW, query: undefined } : undefined;
}

/** Retrieved passages without a mark in the prompt follow what the system message says. */
function withContext(messages: readonly TextMessage[], passages: string): TextMessage[] {
  const content = `<context>\n${passages}\n</context>`;
  const index = messages.findIndex(({ role }) => role === 'system');
  if (index < 0) return [{ role: 'system', content }, ...messages];
  return messages.map((message, at) =>
    at === index ? { ...message, content: `${message.content}\n\n${content}` } : message,
  );
}

/** Renders messages in Jinja2 syntax in the sandbox, where they see what they mention. */
function templateRenderer(config: LlmConfig, passages: string, context: Context) {
  const { variables, ports, signal } = context;
  return async (text: string): Promise<string> => {
    const values = { [CONTEXT_NAME]: passages, ...resolveNamed(config.variables, context) };
    const input = { ...mentionedNamespaces(text, variables), ...values };
    return renderText((await ports.sandbox.run({ kind: 'template', source: text, input }, signal)).value);
  };
}

async function promptMessages(config: LlmConfig, context: Context): Promise<TextMessage[]> {
  const { variables } = context;
  const passages = config.context === undefined ? '' : renderContext(variables.resolve(config.context));
  const lookup: Lookup = (path) => (isContext(path) ? passages : variables.lookup(path));
  const render = templateRenderer(config, passages, context);
  const filled = await Promise.all(
    config.prompt.map(async ({ role, text, syntax }) => ({
      role,
      content: syntax === 'jinja2' ? await render(text) : resolveText(text, lookup),
    })),
  );
  const messages = filled.filter(({ content }) => content.trim() !== '');
  return passages === '' || mentionsContext(config) ? messages : withContext(messages, passages);
}

/** The message that the model is to answer, where the prompt does not hold it already. */
function queryOf(config: LlmConfig, memory: Memory, { run, variables }: Context): string {
  if (memory.query !== undefined && memory.query.trim() !== '') return variables.text(memory.query);
  if (run.mode !== 'chatflow' || mentions(config, isQuery) || !variables.has(['sys', 'query'])) return '';
  return renderText(variables.lookup(['sys', 'query']));
}

/** Prompt, then what was said before, then the message to answer; a prompt that ends with that message keeps it last. */
async function conversation(config: LlmConfig, context: Context): Promise<TextMessage[]> {
  const prompt = await promptMessages(config, context);
  const memory = memoryOf(config, context);
  const query = memory ? queryOf(config, memory, context) : '';
  if (prompt.length === 0 && query.trim() === '') throw nodeErrors.PROMPT_EMPTY({});
  const history = memory ? await conversationHistory(memory.window, context) : [];
  if (query.trim() !== '') return [...prompt, ...history, { role: 'user', content: query }];
  const last = prompt.at(-1);
  return last?.role === 'user' ? [...prompt.slice(0, -1), ...history, last] : [...prompt, ...history];
}

/**
 * The messages that the model is sent.
 * @throws PROMPT_EMPTY when there is nothing to say
 */
export async function buildMessages(config: LlmConfig, context: Context): Promise<ChatMessage[]> {
  const [messages, images] = await Promise.all([
    conversation(config, context),
    imageParts(config.vision, context),
  ]);
  return withImages(messages, images);
}
