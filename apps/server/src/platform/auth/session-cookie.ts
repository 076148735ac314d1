import { SECURE_SESSION_COOKIE, SESSION_COOKIE } from '@heddle/contracts';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ServerConfig } from '../config/server-config';
import { SESSION_LIFETIME_SECONDS } from './sessions.service';

/** The value of a cookie in a `Cookie` header; ours are plain ASCII and need no decoding. */
function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const separator = pair.indexOf('=');
    if (separator > 0 && pair.slice(0, separator).trim() === name) return pair.slice(separator + 1).trim();
  }
  return undefined;
}

/** Keeps session tokens in the browser: out of reach of scripts, and over https bound to this host. */
@Injectable()
export class SessionCookie {
  constructor(private readonly config: ServerConfig) {}

  read(request: FastifyRequest): string | undefined {
    return readCookie(request.headers.cookie, this.nameFor(request));
  }

  write(request: FastifyRequest, reply: FastifyReply, token: string): void {
    reply.header('set-cookie', this.serialize(request, token, SESSION_LIFETIME_SECONDS));
  }

  clear(request: FastifyRequest, reply: FastifyReply): void {
    reply.header('set-cookie', this.serialize(request, '', 0));
  }

  private serialize(request: FastifyRequest, value: string, maxAgeSeconds: number): string {
    const secure = this.isSecure(request) ? '; Secure' : '';
    return `${this.nameFor(request)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`;
  }

  private nameFor(request: FastifyRequest): string {
    return this.isSecure(request) ? SECURE_SESSION_COOKIE : SESSION_COOKIE;
  }

  private isSecure(request: FastifyRequest): boolean {
    const { publicUrl } = this.config.http;
    return publicUrl === undefined ? request.protocol === 'https' : publicUrl.startsWith('https:');
  }
}
