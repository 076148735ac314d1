import { Injectable } from '@nestjs/common';
import { Metrics } from '../../platform/health/metrics';
import type { ActiveRun } from './active-run';

/** The runs under way in this process. */
@Injectable()
export class ActiveRuns {
  private readonly runs = new Map<string, ActiveRun>();

  constructor(metrics: Metrics) {
    metrics.gauge('heddle_active_runs', 'Runs under way in this process.', () => this.runs.size);
  }

  add(run: ActiveRun): void {
    this.runs.set(run.record.id, run);
  }

  remove(run: ActiveRun): void {
    if (this.runs.get(run.record.id) === run) this.runs.delete(run.record.id);
  }

  get(runId: string): ActiveRun | undefined {
    return this.runs.get(runId);
  }

  all(): ActiveRun[] {
    return [...this.runs.values()];
  }
}
