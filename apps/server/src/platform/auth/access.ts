import { SetMetadata, UseGuards, applyDecorators, type CanActivate, type Type } from '@nestjs/common';
import { ApiBearerAuth } from '@nestjs/swagger';
import type { Permission } from './permissions';

/** Key under which a handler's or controller's {@link Access} is kept. */
export const ACCESS = 'heddle:access';

/** Who may call a handler. One without any is closed to everybody. */
export type Access =
  /** Everybody; `isSameOrigin` refuses browsers that come from another site. */
  | { readonly kind: 'public'; readonly isSameOrigin: boolean }
  /** Every account, whatever its role. */
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'permission'; readonly permission: Permission }
  /** Whoever another guard lets in, as one for the keys of published flows. */
  | { readonly kind: 'guarded' };

type AccessDecorator = ClassDecorator & MethodDecorator;

const access = (value: Access): AccessDecorator => SetMetadata(ACCESS, value);

/** Opens a handler to everybody. */
export const Public = (options: { readonly isSameOrigin?: boolean } = {}): AccessDecorator =>
  access({ kind: 'public', isSameOrigin: options.isSameOrigin ?? false });

/** Opens a handler to every account. */
export const SignedIn = (): AccessDecorator =>
  applyDecorators(access({ kind: 'signed-in' }), ApiBearerAuth());

/** Opens a handler to the roles that have a permission. */
export const Require = (permission: Permission): AccessDecorator =>
  applyDecorators(access({ kind: 'permission', permission }), ApiBearerAuth());

/** Leaves the decision about a handler to a guard of its own, and puts that guard before it. */
export const GuardedBy = (guard: Type<CanActivate>): AccessDecorator =>
  applyDecorators(access({ kind: 'guarded' }), UseGuards(guard), ApiBearerAuth());
