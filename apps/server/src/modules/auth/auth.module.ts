import { isFlowError } from '@heddle/model';
import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ServerConfig } from '../../platform/config/server-config';
import { AppLogger } from '../../platform/logging/app-logger';
import { WorkspacesModule } from '../workspaces/workspaces.module';
import { AccountsService } from './accounts.service';
import { AuthController } from './auth.controller';
import { AuthService } from './auth.service';
import { Credentials } from './credentials';
import { LoginLimits } from './login-limits';
import { OwnAccountService } from './own-account.service';
import { Passwords } from './passwords';
import { UserEntity } from './user.entity';

/** Accounts and signing in. */
@Module({
  imports: [TypeOrmModule.forFeature([UserEntity]), WorkspacesModule],
  controllers: [AuthController],
  providers: [AuthService, OwnAccountService, AccountsService, Credentials, Passwords, LoginLimits],
  exports: [AccountsService, Passwords],
})
export class AuthModule implements OnApplicationBootstrap {
  constructor(
    private readonly accounts: AccountsService,
    private readonly config: ServerConfig,
    private readonly logger: AppLogger,
  ) {}

  /** Makes the owner that the environment names, on the first boot only. */
  async onApplicationBootstrap(): Promise<void> {
    const { admin } = this.config;
    if (admin === undefined) return;
    const body = { email: admin.email.toLowerCase(), password: admin.password };
    try {
      await this.accounts.createOwner(body, () => Promise.resolve());
      this.logger.pino.info({ email: body.email }, 'Made the owner that HEDDLE_ADMIN_EMAIL names');
    } catch (error) {
      if (!isFlowError(error, 'SETUP_DONE')) throw error;
    }
  }
}
