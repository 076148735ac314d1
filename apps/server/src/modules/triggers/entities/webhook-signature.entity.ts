import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A signature that a webhook has taken. */
@Entity('webhook_signatures')
export class WebhookSignatureEntity {
  @PrimaryColumn('uuid')
  trigger_id: string;

  @PrimaryColumn('bytea')
  signature: Buffer;

  @Column('uuid')
  workspace_id: string;

  @Column('text', { nullable: true })
  idempotency_key: string | null;

  @Column('timestamptz')
  expires_at: Date;
}
