import {
  MEMBER_SORTS,
  addMemberBodySchema,
  addedMemberSchema,
  listQuery,
  memberSchema,
  pageOf,
  resetPasswordSchema,
  updateMemberBodySchema,
  type AddMemberBody,
  type AddedMember,
  type ListQuery,
  type Member,
  type Page,
  type ResetPassword,
  type UpdateMemberBody,
} from '@heddle/contracts';
import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Require } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { Answers, IdParam, ParsedBody, ParsedQuery } from '../../platform/http/request-input';
import { MembersRepository } from './members.repository';
import { MembersService } from './members.service';

/** Who is in the workspace, and as what. */
@ApiTags('members')
@Controller('api/workspace/members')
export class MembersController {
  constructor(
    private readonly members: MembersService,
    private readonly rows: MembersRepository,
  ) {}

  @Get()
  @Require('workspace.read')
  @Answers(pageOf(memberSchema), 'The members of the workspace')
  list(
    @CurrentActor() { workspaceId }: Actor,
    @ParsedQuery(listQuery(MEMBER_SORTS)) query: ListQuery,
  ): Promise<Page<Member>> {
    return this.rows.list(workspaceId, query);
  }

  @Post()
  @Require('member.manage')
  @Answers(addedMemberSchema, 'The new member, with the first password of a new account', 201)
  add(
    @CurrentActor() actor: Actor,
    @ParsedBody(addMemberBodySchema) body: AddMemberBody,
  ): Promise<AddedMember> {
    return this.members.add(actor, body);
  }

  @Patch(':id')
  @Require('member.manage')
  @Answers(memberSchema, 'The member in the new role')
  setRole(
    @CurrentActor() actor: Actor,
    @IdParam() id: string,
    @ParsedBody(updateMemberBodySchema) body: UpdateMemberBody,
  ): Promise<Member> {
    return this.members.setRole(actor, id, body);
  }

  @Delete(':id')
  @HttpCode(204)
  @Require('member.manage')
  remove(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<void> {
    return this.members.remove(actor, id);
  }

  @Post(':id/password')
  @HttpCode(200)
  @Require('member.manage')
  @Answers(resetPasswordSchema, 'A new password, shown this once')
  async resetPassword(@CurrentActor() actor: Actor, @IdParam() id: string): Promise<ResetPassword> {
    return { password: await this.members.resetPassword(actor, id) };
  }
}
