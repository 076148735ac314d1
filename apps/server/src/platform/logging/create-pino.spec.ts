import { Writable } from 'node:stream';
import { createPino } from './create-pino';

describe('createPino', () => {
  it('hides secrets wherever they stand', () => {
    let text = '';
    const destination = new Writable({
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString();
        done();
      },
    });
    const logger = createPino({ level: 'info', format: 'json' }, destination);
    logger.info({
      password: 'canary-1',
      body: { api_key: 'canary-2', token: 'canary-3' },
      request: { headers: { authorization: 'Bearer canary-4', cookie: 'canary-5', host: 'shown.example' } },
    });
    expect(text).not.toContain('canary');
    expect(text).toContain('shown.example');
  });
});
