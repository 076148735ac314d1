import type { ChatContentPart, ChatMessage, NodeContext } from '@heddle/engine';
import { type Lookup, parseTemplate, renderText, resolveText } from '@heddle/model';
import { nodeErrors } from '../errors/node-errors';
import { filesIn } from '../fields/file-value';
import { soleReference } from '../fields/reference';
import { renderContext } from './render-context';
import { CONTEXT_NAME, DEFAULT_MEMORY_WINDOW, type LlmConfig } from './schema';

type Context = NodeContext<'files' | 'history'>;

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

function promptMessages(config: LlmConfig, { variables }: Context): TextMessage[] {
  const passages = config.context === undefined ? '' : renderContext(variables.resolve(config.context));
  const lookup: Lookup = (path) => (isContext(path) ? passages : variables.lookup(path));
  const messages = config.prompt
    .map(({ role, text }) => ({ role, content: resolveText(text, lookup) }))
    .filter(({ content }) => content.trim() !== '');
  return passages === '' || mentions(config, isContext) ? messages : withContext(messages, passages);
}

/** The message that the model is to answer, where the prompt does not hold it already. */
function queryOf(config: LlmConfig, memory: Memory, { run, variables }: Context): string {
  if (memory.query !== undefined && memory.query.trim() !== '') return variables.text(memory.query);
  if (run.mode !== 'chatflow' || mentions(config, isQuery) || !variables.has(['sys', 'query'])) return '';
  return renderText(variables.lookup(['sys', 'query']));
}

async function historyOf({ window }: Memory, { ports, run }: Context): Promise<readonly TextMessage[]> {
  const { workspaceId, flowId, sessionId, userId } = run;
  if (sessionId === undefined || window === 0) return [];
  return ports.history.window({ workspaceId, flowId, sessionId, userId }, window);
}

/** Prompt, then what was said before, then the message to answer; a prompt that ends with that message keeps it last. */
async function conversation(config: LlmConfig, context: Context): Promise<TextMessage[]> {
  const prompt = promptMessages(config, context);
  const memory = memoryOf(config, context);
  const query = memory ? queryOf(config, memory, context) : '';
  if (prompt.length === 0 && query.trim() === '') throw nodeErrors.PROMPT_EMPTY({});
  const history = memory ? await historyOf(memory, context) : [];
  if (query.trim() !== '') return [...prompt, ...history, { role: 'user', content: query }];
  const last = prompt.at(-1);
  return last?.role === 'user' ? [...prompt.slice(0, -1), ...history, last] : [...prompt, ...history];
}

async function imageParts(config: LlmConfig, { variables, ports, run }: Context): Promise<ChatContentPart[]> {
  const { vision } = config;
  if (!vision?.enabled) return [];
  const path = soleReference(vision.files);
  if (path && !variables.has(path)) return [];
  const images = filesIn(variables.resolve(vision.files)).filter((file) =>
    file.mime_type.startsWith('image/'),
  );
  return Promise.all(
    images.map(async (file) => {
      const bytes = await ports.files.read(run.workspaceId, file.id);
      const url = `data:${file.mime_type};base64,${Buffer.from(bytes).toString('base64')}`;
      return { type: 'image' as const, url, detail: vision.detail };
    }),
  );
}

/** Images belong to the last thing that the user says. */
function withImages(messages: readonly TextMessage[], images: readonly ChatContentPart[]): ChatMessage[] {
  if (images.length === 0) return [...messages];
  const index = messages.findLastIndex(({ role }) => role === 'user');
  if (index < 0) return [...messages, { role: 'user', content: images }];
  return messages.map((message, at) =>
    at === index ? { ...message, content: [{ type: 'text', text: message.content }, ...images] } : message,
  );
}

/**
 * The messages that the model is sent.
 * @throws PROMPT_EMPTY when there is nothing to say
 */
export async function buildMessages(config: LlmConfig, context: Context): Promise<ChatMessage[]> {
  const [messages, images] = await Promise.all([conversation(config, context), imageParts(config, context)]);
  return withImages(messages, images);
}
