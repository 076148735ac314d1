import { Injectable } from '@nestjs/common';
import type { FlowError } from '@heddle/model';

/** Writes an error in the form that clients of one API expect. */
export type ErrorShape = (
  error: FlowError,
  request: { readonly id: string; readonly path: string },
) => object;

/**
 * Which addresses answer errors in another form than ours, as an API that is compatible with somebody else's does.
 * A feature adds its prefix when its module starts; this also reaches errors from before any handler, as of the body.
 */
@Injectable()
export class ErrorShapes {
  private readonly shapes: { readonly prefix: string; readonly shape: ErrorShape }[] = [];

  add(prefix: string, shape: ErrorShape): void {
    this.shapes.push({ prefix, shape });
    this.shapes.sort((a, b) => b.prefix.length - a.prefix.length);
  }

  find(path: string): ErrorShape | undefined {
    return this.shapes.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))?.shape;
  }
}
