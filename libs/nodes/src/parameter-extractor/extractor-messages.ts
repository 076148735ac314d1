import type { ChatMessage, NodeContext } from '@heddle/engine';
import { conversationHistory } from '../chat-model/conversation-history';
import { imageParts, withImages } from '../chat-model/message-images';
import type { ParameterConfig, ParameterExtractorConfig } from './schema';

/** The function that stands for saying the parameters. */
export const EXTRACT_FUNCTION = 'extract_parameters';

function line({ name, type, description, options, required }: ParameterConfig): string {
  const kind =
    options.length > 0 ? `one of ${options.map((option) => JSON.stringify(option)).join(', ')}` : type;
  return `- ${name} (${kind}${required ? ', required' : ''})${description === '' ? '' : `: ${description}`}`;
}

const systemText = ({ parameters }: ParameterExtractorConfig, instruction: string, how: string): string =>
  [
    'You find values in what users say. Take them from the last message of the user alone, and from earlier ones ' +
      'where it refers to them. Do not answer the message, and make nothing up: leave out what is not said.',
    `Values to find:\n${parameters.map(line).join('\n')}`,
    ...(instruction.trim() === '' ? [] : [instruction]),
    how,
  ].join('\n\n');

/** How the model is told to say what it found. */
export const HOW = {
  tools: `Say what you found by calling the function ${EXTRACT_FUNCTION} once.`,
  prompt: 'Answer with JSON alone: an object with the names as its keys.',
} as const;

/** The messages that ask a model for parameters, for each way to ask. */
export async function extractorMessages(
  config: ParameterExtractorConfig,
  query: string,
  context: NodeContext<'files' | 'history'>,
): Promise<(mode: ParameterExtractorConfig['mode']) => ChatMessage[]> {
  const window = config.memory?.enabled ? config.memory.window : 0;
  const [history, images] = await Promise.all([
    conversationHistory(window, context),
    imageParts(config.vision, context),
  ]);
  const instruction = context.variables.text(config.instruction);
  return (mode) =>
    withImages(
      [
        { role: 'system', content: systemText(config, instruction, HOW[mode]) },
        ...history,
        { role: 'user', content: query },
      ],
      images,
    );
}
