import type { NodePolicy } from '@heddle/engine';
import { FlowError, type Json } from '@heddle/model';

/** What became of a message. */
export interface Delivery {
  readonly delivered: boolean;
  readonly response: Json;
  /** Why it was not delivered. */
  readonly reason?: string;
  /** Whether another try may help. */
  readonly mayPass?: boolean;
}

/** Whether a refusal fails the node: only where a policy says what to do then. */
const failsOnRefusal = (policy: NodePolicy | undefined): boolean =>
  policy !== undefined && (policy.maxRetries > 0 || policy.onError !== 'fail');

/** Passes a delivery on. @throws NOTIFY_REFUSED when it was refused and the node has a policy for that */
export function orRefused(delivery: Delivery, policy: NodePolicy | undefined): Delivery {
  if (delivery.delivered || !failsOnRefusal(policy)) return delivery;
  throw new FlowError({
    code: 'NOTIFY_REFUSED',
    category: 'operational',
    message: `The message was not taken: ${delivery.reason ?? 'no reason given'}.`,
    isRetryable: delivery.mayPass === true,
  });
}
