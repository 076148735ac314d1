import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { FirstPasswords } from './first-passwords';
import { MembersController } from './members.controller';
import { MembersRepository } from './members.repository';
import { MembersService } from './members.service';

/** The members of workspaces. */
@Module({
  imports: [AuthModule, WorkspacesModule],
  controllers: [MembersController],
  providers: [MembersService, MembersRepository, FirstPasswords],
})
export class MembersModule {}
