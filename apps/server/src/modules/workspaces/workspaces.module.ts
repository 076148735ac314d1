import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MemberEntity } from './member.entity';
import { Memberships } from './memberships';
import { WorkspaceEntity } from './workspace.entity';
import { WorkspacesController } from './workspaces.controller';
import { WorkspacesService } from './workspaces.service';

/** Workspaces and their members. */
@Module({
  imports: [TypeOrmModule.forFeature([WorkspaceEntity, MemberEntity])],
  controllers: [WorkspacesController],
  providers: [WorkspacesService, Memberships],
  exports: [WorkspacesService, Memberships],
})
export class WorkspacesModule {}
