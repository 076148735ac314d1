import { cleanFileName, extensionOf } from './file-name';

describe('cleanFileName', () => {
  it.each([
    [undefined, 'file'],
    ['', 'file'],
    ['..', 'file'],
    ['a/b\\..\\c.pdf', 'c.pdf'],
    ['tab\there\0.txt', 'tabhere.txt'],
    ['evil\u202Egpj.exe', 'evilgpj.exe'],
    ['lone\uD800.txt', 'lone.txt'],
    ['smile 😀.png', 'smile 😀.png'],
    ['e\u0301.txt', 'é.txt'],
  ])('shows %j as %s', (sent, shown) => {
    expect(cleanFileName(sent)).toBe(shown);
  });

  it('cuts a long name before its extension', () => {
    const name = cleanFileName(`${'x'.repeat(400)}.docx`);
    expect(name).toHaveLength(255);
    expect(name).toMatch(/x\.docx$/);
  });
});

describe('extensionOf', () => {
  it.each([
    ['a.PDF', 'pdf'],
    ['archive.tar.gz', 'gz'],
    ['.gitignore', ''],
    ['no extension', ''],
    ['odd.p-d-f', ''],
  ])('of %s is "%s"', (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });
});
