import type { ChatContentPart, ChatMessage, NodeContext } from '@heddle/engine';
import { filesIn } from '../fields/file-value';
import { soleReference } from '../fields/reference';
import type { VisionConfig } from './model-fields';

/** The images that a model is to see, as data URLs; none where there are no files. @throws FILE_NOT_FOUND */
export async function imageParts(
  vision: VisionConfig,
  { variables, ports, run }: NodeContext<'files'>,
): Promise<ChatContentPart[]> {
  if (!vision?.enabled) return [];
  const path = soleReference(vision.files);
  if (path && !variables.has(path)) return [];
  const images = filesIn(variables.resolve(vision.files)).filter((file) =>
    file.mime_type.startsWith('image/'),
  );
  return Promise.all(
    images.map(async (file) => {
      const bytes = await ports.files.read(run.workspaceId, file.id);
      const url = `data:${file.mime_type};base64,${Buffer.from(bytes).toString('base64')}`;
      return { type: 'image' as const, url, detail: vision.detail };
    }),
  );
}

/** Messages with images, which belong to the last thing that the user says. */
export function withImages(
  messages: readonly ChatMessage[],
  images: readonly ChatContentPart[],
): ChatMessage[] {
  if (images.length === 0) return [...messages];
  const index = messages.findLastIndex(({ role }) => role === 'user');
  if (index < 0) return [...messages, { role: 'user', content: images }];
  return messages.map((message, at) =>
    at === index && typeof message.content === 'string'
      ? { ...message, content: [{ type: 'text', text: message.content }, ...images] }
      : message,
  );
}
