import { isJsonObject, type FlowNode, type Json, type JsonObject } from '@heddle/model';
import { Fields } from '../fields';
import type { NodeConverter } from '../node-converter';
import { writerOf } from '../nodes/converters';
import { NodeWriter, originOf, type ExportScope } from './node-writer';
import { writeEnvelope } from './write-envelope';

/** Puts what was kept back where the node itself says nothing. */
function merged(kept: Json | undefined, written: Json | undefined): Json {
  if (written === undefined) return kept ?? null;
  if (!isJsonObject(kept) || !isJsonObject(written)) return written;
  const both: JsonObject = { ...kept };
  for (const [key, value] of Object.entries(written)) both[key] = merged(kept[key], value);
  return both;
}

const isPlaceholder = ({ type, origin }: FlowNode, { types }: ExportScope): boolean =>
  origin?.format === 'dify' && !types.has(type);

/** Whether Dify has a node for this one. */
export const isWritable = (node: FlowNode, scope: ExportScope): boolean =>
  isPlaceholder(node, scope) ||
  (scope.types.has(node.type) && writerOf(node.type, node.config) !== undefined);

function written(node: FlowNode, converter: NodeConverter, scope: ExportScope): JsonObject {
  const config = new Fields(node.config);
  const writer = new NodeWriter(node, scope);
  const data = converter.write(config, writer);
  for (const { path } of config.leftOvers()) writer.warn('FIELD_NOT_IN_DIFY', { field: path }, path);
  const envelope = writeEnvelope(node, converter.outputs ?? {}, writer);
  return { type: converter.dify[0], title: titleOf(node), ...data, ...envelope };
}

const titleOf = ({ label, id }: FlowNode): string => label || id;

/** The `data` of a node; undefined where Dify has no such node. */
export function writeData(node: FlowNode, scope: ExportScope): JsonObject | undefined {
  if (isPlaceholder(node, scope)) {
    return { type: node.origin?.type ?? '', title: titleOf(node), ...originOf(node) };
  }
  const converter = scope.types.has(node.type) ? writerOf(node.type, node.config) : undefined;
  if (!converter) return undefined;
  const data = merged(originOf(node), written(node, converter, scope));
  return { desc: '', ...(isJsonObject(data) ? data : {}) };
}
