import { isFlowError, type JsonObject, type WireError } from '@heddle/model';
import { engineErrors } from '../errors';

const plainDetails = (details: object): JsonObject => JSON.parse(JSON.stringify(details)) as JsonObject;

/** The form in which errors enter events. Errors that are not ours are bugs: their text stays in the log. */
export function toWireError(error: unknown, nodeId?: string): WireError {
  const known = isFlowError(error) ? error : engineErrors.NODE_FAILED({}, error);
  const at = known.details.node_id ?? nodeId;
  return {
    code: known.code,
    message: known.message,
    ...(at === undefined ? {} : { node_id: at }),
    details: plainDetails(known.details),
  };
}
