import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { fileErrors } from '../files/file-errors';

/** Who sends a file to which flow. */
export interface FileSender {
  readonly workspaceId: string;
  readonly flowId: string;
  readonly userId: string;
}

interface Upload {
  readonly flow_id: string;
  readonly user_id: string;
}

const NOTE = `INSERT INTO flow_uploads (file_id, workspace_id, flow_id, user_id) VALUES ($1, $2, $3, $4)`;
const FIND = `SELECT flow_id, user_id FROM flow_uploads WHERE file_id = $1 AND workspace_id = $2`;

/** Keeps the files that callers of a flow sent from those of another flow or user. */
@Injectable()
export class FlowUploads {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async note({ workspaceId, flowId, userId }: FileSender, fileId: string): Promise<void> {
    await this.database.query(NOTE, [fileId, workspaceId, flowId, userId]);
  }

  /** Lets the sender of a file see it again, by any user when none is named. @throws FILE_NOT_FOUND */
  async requireSender(
    { workspaceId, flowId, userId }: Omit<FileSender, 'userId'> & { readonly userId: string | undefined },
    fileId: string,
  ): Promise<void> {
    const upload = await this.find(workspaceId, fileId);
    const isUsers = userId === undefined || upload?.user_id === userId;
    if (upload?.flow_id !== flowId || !isUsers) throw fileErrors.FILE_NOT_FOUND({});
  }

  /** Lets a run have a file of its caller, or of the workspace, but no other caller's. @throws FILE_NOT_FOUND */
  async requireUsable({ workspaceId, flowId, userId }: FileSender, fileId: string): Promise<void> {
    const upload = await this.find(workspaceId, fileId);
    if (upload && (upload.flow_id !== flowId || upload.user_id !== userId))
      throw fileErrors.FILE_NOT_FOUND({});
  }

  private async find(workspaceId: string, fileId: string): Promise<Upload | undefined> {
    const [row] = await this.database.query<Upload[]>(FIND, [fileId, workspaceId]);
    return row;
  }
}
