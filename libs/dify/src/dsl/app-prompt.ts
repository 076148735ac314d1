import type { JsonObject } from '@heddle/model';
import type { Fields } from '../fields';

const BARE_NAME = /\{\{\s*([A-Za-z_]\w{0,63})\s*\}\}/g;
const SPECIAL = /\{\{#(context|query|histories)#\}\}/g;

/** What stands for retrieved passages, the message and earlier messages in prompts of apps without a graph. */
const SPECIAL_TEXTS: Readonly<Record<string, string>> = {
  context: '{{#context#}}',
  query: '{{#sys.query#}}',
  // Earlier messages come from the node's memory.
  histories: '',
};

/** A prompt of an app as a node's text: its variables are those of the start node. */
const promptText = (text: string, variables: ReadonlySet<string>): string =>
  text
    .replace(SPECIAL, (_written, name: string) => SPECIAL_TEXTS[name] ?? '')
    .replace(BARE_NAME, (written, name: string) => (variables.has(name) ? `{{#start.${name}#}}` : written));

/** The messages that an app asks its model with. */
export function promptOfApp(config: Fields, variables: ReadonlySet<string>, isChat: boolean): JsonObject[] {
  if (config.text('prompt_type') !== 'advanced') {
    const text = promptText(config.text('pre_prompt'), variables);
    return text === '' && isChat ? [] : [{ role: isChat ? 'system' : 'user', text }];
  }
  const messages = config.object('chat_prompt_config').objects('prompt');
  if (messages.length > 0) {
    return messages.map((message) => ({
      role: message.text('role', 'user'),
      text: promptText(message.text('text'), variables),
    }));
  }
  const whole = config.object('completion_prompt_config').object('prompt').text('text');
  return [{ role: 'user', text: promptText(whole, variables) }];
}
