import type { AnswerPlan } from './answer-plan';
import { messageText, type ChatBody } from './chat-body';
import { argumentsText } from './directed-calls';
import { countTokens } from './text-pieces';

/** Counts the tokens of a request and its answer. */
export function countedTokens(
  body: ChatBody,
  plan: AnswerPlan,
): { readonly prompt: number; readonly completion: number } {
  const prompt = body.messages.reduce((sum, message) => sum + 4 + countTokens(messageText(message)), 0);
  const calls = plan.toolCalls.map((call) => call.name + argumentsText(call.arguments));
  const completion = [plan.reasoning, plan.text, ...calls].reduce((sum, text) => sum + countTokens(text), 0);
  return { prompt, completion };
}
