import { z } from 'zod';

/** What kind of content a file has, as flows tell files apart. */
export const FILE_KINDS = ['image', 'document', 'audio', 'video', 'custom'] as const;

/** An uploaded file; usable as a value in a flow as it is. */
export const fileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  size: z.number().int(),
  extension: z.string(),
  mime_type: z.string(),
  type: z.enum(FILE_KINDS),
  created_at: z.iso.datetime(),
});
/** See {@link fileSchema}. */
export type UploadedFile = z.output<typeof fileSchema>;
