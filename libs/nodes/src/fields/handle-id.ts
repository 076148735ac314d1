import { ERROR_HANDLE, finding, NODE_ID_PATTERN, type NodeFinding } from '@heddle/model';

/** Finds ids of ways out that are malformed, or that belong to a way out which the node has by itself. */
export function checkHandleId(id: string, path: string, own: readonly string[] = []): NodeFinding[] {
  if (id === ERROR_HANDLE || own.includes(id)) {
    const texts = { en: `"${id}" is taken by a way out of its own.`, zh: `“${id}”已被节点自带的出口占用。` };
    return [finding(texts, path)];
  }
  if (NODE_ID_PATTERN.test(id)) return [];
  const texts = {
    en: `The id "${id}" is not 1–64 letters, digits, _ or -.`,
    zh: `标识“${id}”须为 1–64 个字母、数字、_ 或 -。`,
  };
  return [finding(texts, path)];
}
