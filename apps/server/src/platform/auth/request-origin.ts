import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ServerConfig } from '../config/server-config';
import { accessErrors } from '../errors/request-errors';

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host.toLowerCase() : undefined;

/** Default ports are left out of origins by browsers, but not by everything that writes a Host header. */
const withoutDefaultPort = (host: string): string => host.toLowerCase().replace(/:(80|443)$/, '');

/** Refuses changes that another site's page asks a browser for. */
@Injectable()
export class RequestOrigin {
  constructor(private readonly config: ServerConfig) {}

  /** @throws ORIGIN_NOT_ALLOWED */
  check(request: FastifyRequest): void {
    if (SAFE_METHODS.has(request.method)) return;
    const { origin, 'sec-fetch-site': site } = request.headers;
    // Only the browser itself can write the second header, and it also holds behind proxies that change the host.
    if (site === 'same-origin' || site === 'none') return;
    // Clients that are no browsers send neither header; browsers send at least one with every change.
    if (origin === undefined && site === undefined) return;
    if (origin === undefined || !this.isOurs(origin, request)) {
      throw accessErrors.ORIGIN_NOT_ALLOWED({ origin: origin ?? 'another site' });
    }
  }

  private isOurs(origin: string, request: FastifyRequest): boolean {
    const host = hostOf(origin);
    if (host === undefined) return false;
    const { publicUrl } = this.config.http;
    if (publicUrl !== undefined && new URL(publicUrl).host === host) return true;
    return withoutDefaultPort(host) === withoutDefaultPort(request.host);
  }
}
