import { z } from 'zod';
import { flowIssueSchema, flowSchema } from './flows';

/** Files that a flow can be written as. */
export const EXPORT_FORMATS = ['native', 'dify'] as const;
/** One of {@link EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The largest file that `POST /api/flow/import` takes. */
export const MAX_IMPORT_BYTES = 4 * 1024 * 1024;

/** Answer of `POST /api/flow/import`: the new flow, and what of the file could not be carried over. */
export const importedFlowSchema = z.object({ flow: flowSchema, warnings: z.array(flowIssueSchema) });
/** See {@link importedFlowSchema}. */
export type ImportedFlowAnswer = z.output<typeof importedFlowSchema>;

/** The query of `GET …/:id/export`. */
export const exportQuerySchema = z.object({ format: z.enum(EXPORT_FORMATS).default('native') });
/** See {@link exportQuerySchema}. */
export type ExportQuery = z.output<typeof exportQuerySchema>;

/** Header of an exported file: how many things the file could not take; they are listed at its top. */
export const EXPORT_WARNINGS_HEADER = 'x-export-warnings';
