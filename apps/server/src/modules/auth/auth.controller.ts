import {
  changePasswordBodySchema,
  loginBodySchema,
  setupBodySchema,
  setupStateSchema,
  signedInSchema,
  updateAccountBodySchema,
  userSchema,
  type ChangePasswordBody,
  type LoginBody,
  type SetupBody,
  type SetupState,
  type SignedIn as SignedInAnswer,
  type UpdateAccountBody,
  type User,
} from '@heddle/contracts';
import { Controller, Get, HttpCode, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public, SignedIn } from '../../platform/auth/access';
import { CurrentActor, type Actor } from '../../platform/auth/actor';
import { SessionCookie } from '../../platform/auth/session-cookie';
import { Answers, ParsedBody } from '../../platform/http/request-input';
import { AccountsService } from './accounts.service';
import { AuthService } from './auth.service';
import { OwnAccountService } from './own-account.service';

/** Setup, login and what belongs to one's own account. */
@ApiTags('auth')
@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly auth: AuthService,
    private readonly accounts: AccountsService,
    private readonly own: OwnAccountService,
    private readonly cookie: SessionCookie,
  ) {}

  @Get('setup')
  @Public()
  @Answers(setupStateSchema, 'Whether the first owner is still to be made')
  async setupState(): Promise<SetupState> {
    return { needed: await this.accounts.isFresh() };
  }

  @Post('setup')
  @Public({ isSameOrigin: true })
  @Answers(signedInSchema, 'The first owner, signed in', 201)
  async setup(
    @ParsedBody(setupBodySchema) body: SetupBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInAnswer> {
    const answer = await this.auth.setup(body, request.ip);
    this.cookie.write(request, reply, answer.token);
    return answer;
  }

  @Post('login')
  @HttpCode(200)
  @Public({ isSameOrigin: true })
  @Answers(signedInSchema, 'Signed in')
  async login(
    @ParsedBody(loginBodySchema) body: LoginBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInAnswer> {
    const answer = await this.auth.login(body, request.ip);
    this.cookie.write(request, reply, answer.token);
    return answer;
  }

  @Post('logout')
  @HttpCode(204)
  @SignedIn()
  async logout(
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.auth.logout(actor);
    this.cookie.clear(request, reply);
  }

  @Get('me')
  @SignedIn()
  @Answers(userSchema, 'Your account, in the workspace that the request works in')
  me(@CurrentActor() actor: Actor): Promise<User> {
    return this.own.get(actor);
  }

  @Patch('me')
  @SignedIn()
  @Answers(userSchema, 'Your account under its new name')
  update(
    @CurrentActor() actor: Actor,
    @ParsedBody(updateAccountBodySchema) body: UpdateAccountBody,
  ): Promise<User> {
    return this.own.update(actor, body);
  }

  @Post('password')
  @HttpCode(204)
  @SignedIn()
  changePassword(
    @CurrentActor() actor: Actor,
    @ParsedBody(changePasswordBodySchema) body: ChangePasswordBody,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    return this.own.changePassword(actor, body, request.ip);
  }
}
