import type { Json, JsonObject } from '@heddle/model';
import type { Fields } from '../fields';
import type { NodeConverter, NodeExport, NodeImport } from '../node-converter';
import { readItemConditions, writeItemConditions } from './conditions';
import { optional } from './model';

function numberOrText(value: Json | undefined, node: NodeImport): Json | undefined {
  if (typeof value !== 'string') return value;
  const number = Number(value);
  return value.trim() !== '' && Number.isFinite(number) ? number : node.text(value);
}

function readOrder(order: Fields): JsonObject | undefined {
  const key = order.text('key');
  const direction = order.text('value', 'asc') === 'desc' ? 'desc' : 'asc';
  return order.flag('enabled') ? { enabled: true, key, direction } : undefined;
}

/** A part that can be switched off: what is in it, when it is on. */
function whenOn(part: Fields, key: string, node: NodeImport): Json | undefined {
  const value = numberOrText(part.value(key), node);
  return part.flag('enabled') ? value : undefined;
}

function writePart(value: Json | undefined, key: string, node: NodeExport): JsonObject {
  const isOff = value === undefined || value === null || value === '';
  return isOff ? { enabled: false } : { enabled: true, [key]: key === 'serial' ? node.text(value) : value };
}

/** `list-operator`: filters, sorts and shortens a list. */
export const listOperator: NodeConverter = {
  dify: ['list-operator'],
  type: 'list_operator',
  outputs: { first_record: 'first', last_record: 'last' },
  kept: ['var_type', 'item_var_type'],
  read(data, node) {
    const filter = data.object('filter_by');
    const conditions = readItemConditions(filter.objects('conditions'), node);
    return {
      config: {
        input: node.reference(data.value('variable')),
        filter: { logic: 'and', conditions: filter.flag('enabled') ? conditions : [] },
        ...optional('extract', whenOn(data.object('extract_by'), 'serial', node)),
        ...optional('order_by', readOrder(data.object('order_by'))),
        ...optional('limit', whenOn(data.object('limit'), 'size', node)),
      },
    };
  },
  write(config, node) {
    const filter = config.object('filter');
    if (filter.text('logic', 'and') === 'or')
      node.warn('FIELD_NOT_IN_DIFY', { field: 'filter or' }, 'filter');
    const conditions = writeItemConditions(filter.objects('conditions'), node, 'filter');
    const order = config.object('order_by');
    const isOrdered = order.flag('enabled', order.keys().length > 0);
    return {
      variable: node.selector(config.value('input'), 'input'),
      filter_by: { enabled: conditions.length > 0, conditions },
      extract_by: writePart(config.value('extract'), 'serial', node),
      order_by: { enabled: isOrdered, key: order.text('key'), value: order.text('direction', 'asc') },
      limit: writePart(config.value('limit'), 'size', node),
    };
  },
};
