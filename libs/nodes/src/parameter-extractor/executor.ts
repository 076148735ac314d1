import { type ChatMessage, type ChatRequest, defineExecutor, type NodeContext } from '@heddle/engine';
import { isFlowError, isJsonObject, type JsonObject, renderText } from '@heddle/model';
import { askForJson, isFeatureRefused } from '../chat-model/ask-for-json';
import { askQuietly } from '../chat-model/ask-quietly';
import { chatRequest } from '../chat-model/chat-request';
import type { ModelAnswer } from '../chat-model/read-answer';
import { readStructured } from '../chat-model/structured-answer';
import { usageOutput } from '../chat-model/usage-output';
import { EXTRACT_FUNCTION, extractorMessages } from './extractor-messages';
import { parametersSchema } from './parameter-schema';
import { readParameters } from './read-parameters';
import { parameterExtractor, type ParameterExtractorConfig } from './schema';

type Context = NodeContext<'chat' | 'files' | 'history'>;

const TOOL_FEATURE = /tool|function/i;

/** What a model said: in the arguments of the function, else in its text. */
interface Said {
  readonly answer?: ModelAnswer;
  readonly text: string;
}

function withFunction(request: ChatRequest, schema: JsonObject): ChatRequest {
  const description = 'Says the values that were found.';
  return {
    ...request,
    tools: [{ name: EXTRACT_FUNCTION, description, parameters: schema }],
    toolChoice: { name: EXTRACT_FUNCTION },
  };
}

const said = (answer: ModelAnswer): Said => {
  const call = answer.toolCalls.find(({ name }) => name === EXTRACT_FUNCTION) ?? answer.toolCalls[0];
  return { answer, text: call?.arguments ?? answer.text };
};

/** Asks for the parameters: by a function call, or as JSON where the provider knows no functions. */
async function ask(config: ParameterExtractorConfig, query: string, context: Context): Promise<Said> {
  const messagesFor = await extractorMessages(config, query, context);
  context.signal.throwIfAborted();
  const schema = parametersSchema(config.parameters);
  const send = askQuietly(context);
  const request = (messages: readonly ChatMessage[]): ChatRequest => chatRequest(config, messages, context);
  const askInWords = async (): Promise<Said> =>
    said((await askForJson(request(messagesFor('prompt')), schema, send)).answer);
  if (config.mode === 'prompt') return askInWords();
  try {
    return said(await send(withFunction(request(messagesFor('tools')), schema)));
  } catch (error) {
    if (isFlowError(error, 'TOOL_ARGUMENTS_INVALID')) {
      return { text: String(error.details['arguments']) };
    }
    if (!isFeatureRefused(error, TOOL_FEATURE)) throw error;
    return askInWords();
  }
}

const UNREADABLE = 'the model did not say any parameters';

function readSaid(text: string): JsonObject | undefined {
  const reading = readStructured(text, {});
  return reading.isValid && isJsonObject(reading.value) ? reading.value : undefined;
}

export default defineExecutor(parameterExtractor, {
  needs: ['chat', 'files', 'history'],
  async run(config, context) {
    const isDifyCompatible = context.isDifyCompatible === true;
    const query = renderText(context.variables.resolve(config.query)).trim();
    // Where there is nothing to look into, nothing can be found.
    const isEmpty = query === '' && !config.vision?.enabled;
    const { answer, text }: Said = isEmpty ? { text: '{}' } : await ask(config, query, context);
    const values = readSaid(text);
    const found = readParameters(config.parameters, values ?? {}, isDifyCompatible);
    const reason = values === undefined ? UNREADABLE : found.reason;
    const isSuccess = reason === null;
    return {
      outputs: {
        is_success: isDifyCompatible ? Number(isSuccess) : isSuccess,
        reason,
        usage: answer ? usageOutput(answer) : {},
        ...found.values,
      },
      inputs: { query, answer: text },
      ...(answer ? { usage: answer.usage } : {}),
    };
  },
});
