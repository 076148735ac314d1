import type { NodeExecutionStatus } from '@heddle/contracts';
import type { RunStatus } from '@heddle/model';
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleSlash,
  CircleX,
  LoaderCircle,
  TriangleAlert,
} from '@lucide/vue';
import type { Component } from 'vue';

/** States that lists can be filtered by, in the order of a run's life. */
export const RUN_STATES = [
  'queued',
  'running',
  'paused',
  'succeeded',
  'partial_succeeded',
  'failed',
  'stopped',
  'interrupted',
] as const satisfies readonly RunStatus[];

/** A state of a run or of one of its nodes. */
export type AnyStatus = RunStatus | NodeExecutionStatus;

/** How a state looks; never by colour alone. */
export interface StatusLook {
  readonly icon: Component;
  readonly tone: 'neutral' | 'success' | 'warning' | 'danger' | 'info';
}

const LOOKS: Readonly<Record<AnyStatus, StatusLook>> = {
  queued: { icon: CircleDashed, tone: 'neutral' },
  running: { icon: LoaderCircle, tone: 'info' },
  paused: { icon: CirclePause, tone: 'warning' },
  succeeded: { icon: CircleCheck, tone: 'success' },
  partial_succeeded: { icon: TriangleAlert, tone: 'warning' },
  failed: { icon: CircleX, tone: 'danger' },
  stopped: { icon: CircleSlash, tone: 'neutral' },
  interrupted: { icon: CircleAlert, tone: 'warning' },
  skipped: { icon: CircleDashed, tone: 'neutral' },
};

/** The look of a state. */
export const lookOf = (status: AnyStatus): StatusLook => LOOKS[status];

/** Whether a run may still change, so that the page should look again. */
export const isUnderWay = (status: RunStatus): boolean => status === 'queued' || status === 'running';
