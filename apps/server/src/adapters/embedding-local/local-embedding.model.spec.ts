import { missingPackage } from './installed-model';
import { createLocalEmbedding } from './local-embedding';

const open = new AbortController().signal;

// Both packages of the model are optional: without them there is nothing to look at here.
const describeWhereInstalled = missingPackage() === undefined ? describe : describe.skip;

describeWhereInstalled('the local model', () => {
  const embedding = createLocalEmbedding();
  afterAll(() => embedding.close());
  jest.setTimeout(60_000);

  const vectorsOf = async (texts: string[]): Promise<(readonly number[])[]> =>
    (await embedding.embed(texts, open)).vectors.map((vector) => vector ?? []);
  const product = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, each, index) => sum + each * (b[index] ?? 0), 0);

  it('gives the vectors that are published for all-MiniLM-L6-v2', async () => {
    const [first = [], second = []] = await vectorsOf([
      'This is an example sentence',
      'Each sentence is converted',
    ]);
    expect(first).toHaveLength(384);
    expect(product(first, first)).toBeCloseTo(1, 5);
    [0.0677, 0.0635, 0.0487, 0.0793, 0.0374].forEach((value, i) => expect(first[i]).toBeCloseTo(value, 3));
    [0.0864, 0.1028, 0.0054, 0.002].forEach((value, i) => expect(second[i]).toBeCloseTo(value, 3));
  });

  it.each([
    ['The user prefers dark mode', 'Set the theme to night colours', 'The invoice is due in March'],
    ['How do I reset my password?', 'I forgot my login credentials', 'Our dog loves the beach'],
    ['She moved to Berlin last spring', 'Where does she live now?', 'The soup needs more salt'],
    ['We adopted a puppy', 'There is a new dog in the family', 'Revenue grew by eleven percent'],
  ])('finds "%s" nearer to "%s" than to "%s"', async (text, near, far) => {
    const [a = [], b = [], c = []] = await vectorsOf([text, near, far]);
    expect(product(a, b)).toBeGreaterThan(product(a, c) + 0.2);
  });

  it('gives nothing for Chinese, for nothing, and for what it does not know', async () => {
    const { vectors } = await embedding.embed(['用户喜欢篮球运动', '', '🎉🎊🥳', 'Hello there'], open);
    expect(vectors.map((vector) => vector !== null)).toEqual([false, false, false, true]);
  });

  it('gives the same vector whatever else is in the batch, in the order of the texts', async () => {
    const texts = Array.from(
      { length: 40 },
      (_, n) => `Note ${n}: ${'we talked about the trip. '.repeat(n % 7)}`,
    );
    const other = createLocalEmbedding();
    const alone: (readonly number[])[] = [];
    for (const text of texts) alone.push((await other.embed([text], open)).vectors[0] ?? []);
    await other.close();
    (await vectorsOf(texts)).forEach((vector, index) => {
      expect(product(vector, alone[index] ?? [])).toBeGreaterThan(0.99999);
    });
  });

  it('takes whatever text there is', async () => {
    const [clean, odd, long] = await vectorsOf([
      'hello world',
      'hello\0 wor\uD800ld',
      'a long story '.repeat(50_000),
    ]);
    expect(product(clean ?? [], odd ?? [])).toBeCloseTo(1, 5);
    expect(long).toHaveLength(384);
  });
});
