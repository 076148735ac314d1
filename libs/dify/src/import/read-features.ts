import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import type { ExchangeWarnings } from '../exchange-issue';
import { isBlank } from '../fields';

/** Features that people would miss; the others have no effect of their own or have their counterpart in nodes. */
const MISSED = [
  'opening_statement',
  'suggested_questions',
  'suggested_questions_after_answer',
  'speech_to_text',
  'text_to_speech',
  'sensitive_word_avoidance',
  'annotation_reply',
  'more_like_this',
];

const isOn = (feature: Json): boolean =>
  isJsonObject(feature) && typeof feature['enabled'] === 'boolean' ? feature['enabled'] : !isBlank(feature);

/** The features of a flow; all are kept as they are, so that an export gives them back. */
export function readFeatures(features: JsonObject, warnings: ExchangeWarnings): JsonObject {
  for (const feature of MISSED) {
    const value = features[feature];
    if (value !== undefined && isOn(value)) {
      warnings.add('FEATURE_NOT_CARRIED', { feature }, { path: `features.${feature}` });
    }
  }
  return { ...features, compat: 'dify' };
}
