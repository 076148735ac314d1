import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import type { FlowKey } from '../flows/flows.service';
import { TriggerEntity } from './entities/trigger.entity';

/** Reads and writes the webhooks and schedules of published flows. */
@Injectable()
export class TriggersRepository {
  constructor(@InjectRepository(TriggerEntity) private readonly triggers: Repository<TriggerEntity>) {}

  /** What is live of a flow. */
  live({ workspaceId, id }: FlowKey): Promise<TriggerEntity[]> {
    return this.triggers.find({
      where: { workspace_id: workspaceId, flow_id: id, is_live: true },
      order: { kind: 'ASC', node_id: 'ASC' },
    });
  }

  /** The live webhook with a token. */
  webhook(token: string): Promise<TriggerEntity | null> {
    return this.triggers.findOneBy({ token, kind: 'webhook', is_live: true });
  }

  /** Everything that a flow ever had. */
  all(tx: EntityManager, { workspaceId, id }: FlowKey): Promise<TriggerEntity[]> {
    return tx.findBy(TriggerEntity, { workspace_id: workspaceId, flow_id: id });
  }

  async insert(tx: EntityManager, trigger: Omit<TriggerEntity, 'created_at'>): Promise<void> {
    await tx.insert(TriggerEntity, trigger);
  }

  async update(
    tx: EntityManager,
    { id, workspace_id }: TriggerEntity,
    changes: Partial<Pick<TriggerEntity, 'is_live' | 'cron' | 'timezone' | 'next_at'>>,
  ): Promise<void> {
    await tx.update(TriggerEntity, { id, workspace_id }, changes);
  }
}
