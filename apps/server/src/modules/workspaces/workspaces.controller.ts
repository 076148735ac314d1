import {
  WORKSPACE_SORTS,
  createWorkspaceBodySchema,
  listQuery,
  pageOf,
  workspaceSchema,
  type CreateWorkspaceBody,
  type ListQuery,
  type Page,
  type Workspace,
} from '@heddle/contracts';
import { Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, ParsedBody, ParsedQuery } from '../../platform/http/request-input';
import { WorkspacesService } from './workspaces.service';

/** The workspaces of whoever asks. */
@ApiTags('workspaces')
@Controller('api/workspaces')
export class WorkspacesController {
  constructor(private readonly workspaces: WorkspacesService) {}

  @Get()
  @SignedIn()
  @Answers(pageOf(workspaceSchema), 'The workspaces that you are a member of')
  list(
    @CurrentActor() actor: Actor,
    @ParsedQuery(listQuery(WORKSPACE_SORTS)) query: ListQuery,
  ): Promise<Page<Workspace>> {
    return this.workspaces.list(actor.userId, query);
  }

  @Post()
  @SignedIn()
  @Answers(workspaceSchema, 'The new workspace', 201)
  create(
    @CurrentActor() actor: Actor,
    @ParsedBody(createWorkspaceBodySchema) body: CreateWorkspaceBody,
  ): Promise<Workspace> {
    return this.workspaces.create({ name: body.name, ownerId: actor.userId });
  }
}
