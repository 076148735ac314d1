import { Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ErrorFilter } from './error-filter';
import { ErrorShapes } from './error-shapes';

/** Turns every error into an answer. */
@Global()
@Module({
  providers: [ErrorShapes, { provide: APP_FILTER, useClass: ErrorFilter }],
  exports: [ErrorShapes],
})
export class ErrorsModule {}
