import { isJsonObject } from '@heddle/model';
import { z } from 'zod';
import { catalogue, definitions } from './registry';

describe('the registry', () => {
  it.each(definitions.map((definition) => [definition.type, definition] as const))(
    'offers %s with a config that parses and passes its own version',
    (type, definition) => {
      expect(definition.config.safeParse(definition.initialConfig).success).toBe(true);
      expect(definition.migrations).toHaveLength(definition.version - 1);
      expect(catalogue.get(type)).toBe(definition);
    },
  );

  it.each(definitions.map((definition) => [definition.type, definition] as const))(
    'gives %s a form whose fields all have titles in both languages',
    (_type, definition) => {
      const { properties } = z.toJSONSchema(definition.config, { io: 'input' });
      for (const [name, property] of Object.entries(properties ?? {})) {
        expect([name, property]).toEqual([
          name,
          expect.objectContaining({
            title: expect.any(String) as string,
            title_zh: expect.any(String) as string,
          }),
        ]);
        expect(isJsonObject(property)).toBe(true);
      }
    },
  );
});
