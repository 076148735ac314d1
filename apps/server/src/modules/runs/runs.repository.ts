import type { Page, RunListQuery, RunSummary } from '@heddle/contracts';
import type { RunStatus } from '@heddle/model';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { LEASE } from '../../adapters/journal/commit-statement';
import { JournalReader } from '../../adapters/journal/journal-reader';
import { OPEN_DATABASE } from '../../platform/database/database.module';
import type { OpenDatabase } from '../../platform/database/open-database';
import { orderOf } from '../../platform/database/paging';
import { DOUBTFUL_CRASHES } from './crash-limit';
import { RunEntity } from './entities/run.entity';
import { runSummaryOf } from './run-answers';

/** How many runs one process takes over at a time. */
const CLAIMED_AT_ONCE = 20;

/** Who leaves in order gives its runs back; one that still has an owner lost it to a crash. */
const CRASHES = 'crashes + (lease_owner IS NOT NULL)::int';

const claim = (condition: string, { crashes = CRASHES, most = CLAIMED_AT_ONCE } = {}): string => `
UPDATE flow_runs SET fence = fence + 1, crashes = ${crashes}, lease_owner = $1,
  lease_until = clock_timestamp() + ${LEASE}, status = 'running'
WHERE id IN (SELECT id FROM flow_runs WHERE ${condition} ORDER BY id FOR UPDATE SKIP LOCKED LIMIT ${most})
RETURNING *`;

const OPEN = `status IN ('queued', 'running')`;

/** Reads runs, and moves their leases; the journal writes everything else. */
@Injectable()
export class RunsRepository {
  constructor(
    @InjectRepository(RunEntity) private readonly runs: Repository<RunEntity>,
    @Inject(OPEN_DATABASE) private readonly database: OpenDatabase,
    private readonly journal: JournalReader,
  ) {}

  async list(workspaceId: string, query: RunListQuery): Promise<Page<RunSummary>> {
    const { page, page_size, flow_id, status } = query;
    const [rows, total] = await this.runs.findAndCount({
      select: SUMMARY_COLUMNS,
      where: {
        workspace_id: workspaceId,
        ...(flow_id === undefined ? {} : { flow_id }),
        ...(status === undefined ? {} : { status }),
      },
      order: orderOf<RunEntity>(query.sort),
      skip: (page - 1) * page_size,
      take: page_size,
    });
    return { items: rows.map(runSummaryOf), total, page, page_size };
  }

  /** The run without the large parts of its inputs and outputs. */
  find(workspaceId: string, id: string): Promise<RunEntity | null> {
    return this.runs.findOneBy({ workspace_id: workspaceId, id });
  }

  /** The run with its inputs and outputs, however large. @throws RUN_PAYLOAD_MISSING */
  async findWhole(workspaceId: string, id: string): Promise<RunEntity | null> {
    const row = await this.find(workspaceId, id);
    if (!row) return null;
    row.inputs = await this.journal.restore(id, row.inputs, row.input_payloads);
    row.outputs = await this.journal.restore(id, row.outputs, row.output_payloads);
    return row;
  }

  /** What a reader must know before following a run. */
  async state(workspaceId: string, id: string): Promise<{ status: RunStatus; lastSeq: number } | undefined> {
    const row = await this.runs.findOne({
      where: { workspace_id: workspaceId, id },
      select: { id: true, status: true, last_seq: true },
    });
    return row === null ? undefined : { status: row.status, lastSeq: row.last_seq };
  }

  /** Takes over runs that nobody works on any more, but for the doubtful ones. */
  async claimLeft(owner: string): Promise<RunEntity[]> {
    const condition = `${OPEN} AND ${this.left} AND ${CRASHES} <> ${DOUBTFUL_CRASHES}`;
    return this.returned(await this.runs.query(claim(condition), [owner]));
  }

  /** Takes over one run that nobody works on any more and that is given up with the next process that ends under it. */
  async claimDoubtful(owner: string): Promise<RunEntity | undefined> {
    const condition = `${OPEN} AND ${this.left} AND ${CRASHES} = ${DOUBTFUL_CRASHES}`;
    return this.returned(await this.runs.query(claim(condition, { most: 1 }), [owner]))[0];
  }

  /** Takes over one interrupted run. @returns undefined when it is not interrupted any more */
  async claimInterrupted(owner: string, workspaceId: string, id: string): Promise<RunEntity | undefined> {
    const condition = `workspace_id = $2 AND id = $3 AND status = 'interrupted'`;
    const sql = claim(condition, { crashes: '0' });
    return this.returned(await this.runs.query(sql, [owner, workspaceId, id]))[0];
  }

  /**
   * Says that runs are still at work here.
   * @returns those that still belong to this process, with the reason why one shall stop
   */
  async renew(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const rows = this.returned(
      await this.runs.query(
        `UPDATE flow_runs SET lease_until = clock_timestamp() + ${LEASE}
        WHERE id = ANY ($2) AND lease_owner = $1 AND ${OPEN} RETURNING id, stop_reason`,
        [owner, ids],
      ),
    );
    return new Map(rows.map(({ id, stop_reason: reason }) => [id, reason]));
  }

  /** Notes that a run shall stop, for whichever process runs it or takes it over. */
  async askToStop(id: string, reason: string): Promise<void> {
    await this.runs.query(
      `UPDATE flow_runs SET stop_reason = COALESCE(stop_reason, $2) WHERE id = $1 AND ${OPEN}`,
      [id, reason],
    );
  }

  /** Lets any process go on with a run that this one holds and does not run. */
  async offer(owner: string, id: string): Promise<void> {
    await this.runs.query(
      `UPDATE flow_runs SET lease_owner = NULL, lease_until = clock_timestamp() WHERE id = $2 AND lease_owner = $1`,
      [owner, id],
    );
  }

  /** Lets others take over what this process leaves undone. */
  async release(owner: string): Promise<void> {
    await this.runs.query(
      `UPDATE flow_runs SET lease_owner = NULL, lease_until = clock_timestamp() WHERE lease_owner = $1 AND ${OPEN}`,
      [owner],
    );
  }

  /**
   * What tells that nobody works on a run. The embedded database has one process at a time, so there every other owner
   * is gone; elsewhere they are when their lease has ended.
   */
  private get left(): string {
    const isAlone = this.database.kind === 'embedded';
    return `(lease_until < clock_timestamp()${isAlone ? ' OR lease_owner IS DISTINCT FROM $1' : ''})`;
  }

  /** TypeORM answers an UPDATE with its rows and their number. */
  private returned(answer: unknown): RunEntity[] {
    return (answer as [RunEntity[], number])[0];
  }
}

const SUMMARY_COLUMNS = {
  id: true,
  flow_id: true,
  version: true,
  source: true,
  user_id: true,
  session_id: true,
  status: true,
  error: true,
  usage: true,
  elapsed_ms: true,
  created_at: true,
  finished_at: true,
} as const;
