import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Something that was said in a conversation; written by the journal together with the run it belongs to. */
@Entity('memory_messages')
export class MemoryMessageEntity {
  @PrimaryColumn('uuid')
  id: string;

  @Column('uuid')
  workspace_id: string;

  @Column('uuid')
  flow_id: string;

  @Column('text')
  session_id: string;

  @Column('text')
  user_id: string;

  @Column('bigint')
  seq: string;

  @Column('text')
  role: 'user' | 'assistant';

  @Column('text')
  content: string;

  @Column('uuid', { nullable: true })
  run_id: string | null;

  /** Makes writing the same message twice harmless. */
  @Column('text')
  client_id: string;

  @Column('timestamptz', { default: () => 'now()' })
  created_at: Date;

  @Column('timestamptz', { nullable: true })
  deleted_at: Date | null;
}
