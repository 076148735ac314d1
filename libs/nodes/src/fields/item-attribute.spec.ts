import type { Json } from '@heddle/model';
import { itemAttribute } from './item-attribute';

const FILE = { id: 'f1', name: 'a.pdf', mime_type: 'application/pdf', size: 5, extension: 'pdf' };

describe('itemAttribute', () => {
  it.each<[Json, string, Json]>([
    ['text', '', 'text'],
    [{ size: 5 }, 'size', 5],
    [{ 'a.b': 1, a: { b: 2 } }, 'a.b', 1],
    [{ user: { tags: ['x', 'y'] } }, 'user.tags[1]', 'y'],
    [{ a: 1 }, 'constructor', null],
    [{ a: 1 }, 'a b', null],
    [{ a: 1 }, '!', null],
    [['x'], 'name', null],
    ['text', 'length', null],
    [null, 'size', null],
    [FILE, 'size', 5],
    [FILE, 'filename', 'a.pdf'],
    [FILE, 'related_id', 'f1'],
    [FILE, 'transfer_method', 'local_file'],
    [FILE, 'url', null],
  ])('of %j by %j is %j', (item, key, expected) => {
    expect(itemAttribute(item, key)).toEqual(expected);
  });
});
