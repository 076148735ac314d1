import { Fields } from './fields';

describe('Fields', () => {
  it('know what nobody has read and says something', () => {
    const fields = new Fields({
      read: 1,
      blank: '',
      off: { enabled: false, list: [] },
      deep: { read: 1, left: 2 },
      items: [{ read: 1 }, { left: 3 }],
      left: [0],
    });
    fields.number('read');
    fields.object('deep').value('read');
    for (const item of fields.objects('items')) item.value('read');
    expect(fields.leftOvers()).toEqual([
      { path: 'deep.left', value: 2 },
      { path: 'items[1].left', value: 3 },
      { path: 'left', value: [0] },
    ]);
    expect(fields.rest()).toEqual({ deep: { left: 2 }, left: [0] });
  });

  it('read values of the wrong type as if they were not there', () => {
    const fields = new Fields({ text: {}, number: 'many', flag: 'perhaps', list: 'x', object: [] });
    expect([fields.text('text', 'none'), fields.number('number'), fields.flag('flag', true)]).toEqual([
      'none',
      undefined,
      true,
    ]);
    expect([fields.list('list'), fields.objects('list'), fields.object('object').keys()]).toEqual([
      [],
      [],
      [],
    ]);
    expect(fields.text('constructor')).toBe('');
  });
});
