import { emptyDocument, FLOW_MODES, validateFlow } from '@heddle/model';
import { catalogue } from '@heddle/nodes';
import { describe, expect, it } from 'vitest';
import { withStarter } from './starter-flow';

describe('the first flow', () => {
  it.each(FLOW_MODES)('of a %s has nothing wrong with it', (mode) => {
    const flow = withStarter(emptyDocument(), catalogue, { mode, language: 'en' });
    expect(validateFlow(flow, catalogue, mode)).toMatchObject({ errors: [], warnings: [] });
    expect(flow.edges).toHaveLength(flow.nodes.length - 1);
  });
});
