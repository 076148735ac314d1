import type { CreateSecretBody, ListQuery, Page, Secret, UpdateSecretBody } from '@heddle/contracts';
import type { SecretsPort } from '@heddle/engine';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { randomUUID } from 'node:crypto';
import { EntityManager, ILike, Repository } from 'typeorm';
import { AuditTrail } from '../../platform/audit/audit-trail';
import type { Actor } from '../../platform/auth/actor';
import { SecretBox } from '../../platform/crypto/secret-box';
import { inTransaction } from '../../platform/database/in-transaction';
import { findPage, likeAnywhere } from '../../platform/database/paging';
import { isUniqueViolation } from '../../platform/errors/database-errors';
import { requestErrors } from '../../platform/errors/request-errors';
import { SecretEntity } from './secret.entity';
import { secretErrors } from './secret-errors';

const placeOf = (rowId: string) => ({ table: 'secrets', column: 'sealed', rowId }) as const;

const toSecret = (row: SecretEntity): Secret => ({
  id: row.id,
  name: row.name,
  description: row.description,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const notFound = () => requestErrors.NOT_FOUND({ what: 'the secret' });

/** Keeps the secrets of workspaces, and reads them for the runs that use them. */
@Injectable()
export class SecretsService implements SecretsPort {
  constructor(
    @InjectRepository(SecretEntity) private readonly rows: Repository<SecretEntity>,
    private readonly box: SecretBox,
    private readonly audit: AuditTrail,
  ) {}

  list(actor: Actor, query: ListQuery): Promise<Page<Secret>> {
    const named = query.q ? { name: ILike(likeAnywhere(query.q)) } : {};
    return findPage({
      rows: this.rows,
      where: { workspace_id: actor.workspaceId, ...named },
      query,
      toItem: toSecret,
    });
  }

  /** @throws SECRET_NAME_TAKEN */
  async create(actor: Actor, body: CreateSecretBody): Promise<Secret> {
    const id = randomUUID();
    await this.writing(body.name, async (tx) => {
      await tx.insert(SecretEntity, {
        id,
        workspace_id: actor.workspaceId,
        name: body.name,
        description: body.description,
        sealed: this.box.seal(body.value, placeOf(id)),
        created_by: actor.userId,
      });
      await this.audit.record(tx, actor, { action: 'secret.created', target: { id, name: body.name } });
    });
    return toSecret(await this.rows.findOneByOrFail({ id }));
  }

  /** @throws NOT_FOUND, SECRET_NAME_TAKEN */
  async update(actor: Actor, id: string, body: UpdateSecretBody): Promise<Secret> {
    const { name } = await this.row(actor, id);
    const scope = { id, workspace_id: actor.workspaceId };
    await this.writing(body.name ?? '', async (tx) => {
      const { affected } = await tx.update(SecretEntity, scope, {
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.description === undefined ? {} : { description: body.description }),
        ...(body.value === undefined ? {} : { sealed: this.box.seal(body.value, placeOf(id)) }),
        updated_at: () => 'now()',
      });
      if (affected !== 1) throw notFound();
      const details = { changed: Object.keys(body) };
      await this.audit.record(tx, actor, { action: 'secret.updated', target: { id, name }, details });
    });
    return toSecret(await this.rows.findOneByOrFail(scope));
  }

  /** @throws NOT_FOUND */
  async delete(actor: Actor, id: string): Promise<void> {
    const { name } = await this.row(actor, id);
    await inTransaction(this.rows.manager.dataSource, async (tx) => {
      const { affected } = await tx.delete(SecretEntity, { id, workspace_id: actor.workspaceId });
      if (affected !== 1) throw notFound();
      await this.audit.record(tx, actor, { action: 'secret.deleted', target: { id, name } });
    });
  }

  /** The value of a secret, for a run. @throws SECRET_NOT_FOUND */
  async read(workspaceId: string, name: string): Promise<string> {
    const row = await this.rows.findOneBy({ workspace_id: workspaceId, name });
    if (row === null) throw secretErrors.SECRET_NOT_FOUND({ name });
    return this.box.open(row.sealed, placeOf(row.id));
  }

  private async row({ workspaceId }: Actor, id: string): Promise<SecretEntity> {
    const row = await this.rows.findOneBy({ id, workspace_id: workspaceId });
    if (row === null) throw notFound();
    return row;
  }

  private async writing<T>(name: string, work: (tx: EntityManager) => Promise<T>): Promise<T> {
    try {
      return await inTransaction(this.rows.manager.dataSource, work);
    } catch (error) {
      throw isUniqueViolation(error) ? secretErrors.SECRET_NAME_TAKEN({ name }, error) : error;
    }
  }
}
