import type { LocalizedText } from '../localized';
import type { FlowIssue } from './node-definition';

/** A finding of a node's own check, in every language: nobody but the node knows what it means. */
export interface NodeFinding extends FlowIssue {
  readonly texts: LocalizedText;
}

/** Makes a finding about the field at `path` of a config; the code is NODE_CONFIG_INVALID unless another fits better. */
export const finding = (
  texts: LocalizedText,
  path: string,
  more: Partial<Pick<FlowIssue, 'code' | 'params'>> = {},
): NodeFinding => ({ code: 'NODE_CONFIG_INVALID', message: texts.en, texts, path, ...more });
