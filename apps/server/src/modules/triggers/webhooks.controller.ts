import { All, Controller, Param, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../platform/auth/access';
import { sentType, type RouteFacts } from '../../platform/http/raw-body';
import { triggerErrors } from './trigger-errors';
import { queryFields, WebhooksService } from './webhooks.service';

const FACTS: RouteFacts = { keepsRawBody: true, hasSecretPath: true };

const headersOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

/** Addresses that other services call; whoever knows one may call it, and signs where a secret is set. */
@ApiExcludeController()
@Controller('hooks')
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @All(':token')
  @Public()
  @RouteConfig(FACTS)
  async call(
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const webhook = await this.webhooks.find(token);
    const { method: allowed } = webhook.config;
    if (allowed !== 'ANY' && allowed !== request.method) {
      reply.header('allow', allowed);
      throw triggerErrors.METHOD_NOT_ALLOWED({ allowed });
    }
    const contentType = sentType(request);
    const headers = headersOf(request);
    delete headers['content-type'];
    const answer = await this.webhooks.handle(webhook, {
      method: request.method,
      headers: { ...headers, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
      query: queryFields(request.query),
      contentType,
      body: Buffer.isBuffer(request.body) ? request.body : new Uint8Array(),
    });
    // What a flow answers must never become a page of this site.
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    await reply.status(answer.status).headers(answer.headers).send(answer.body);
  }
}
