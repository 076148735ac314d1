import { defineNode } from '@heddle/model';
import { z } from 'zod';

/** Leaves the loop that it stands in. */
export const loopExit = defineNode({
  type: 'loop_exit',
  kind: 'exit',
  effect: 'none',
  category: 'loop',
  icon: 'log-out',
  title: { en: 'Leave loop', zh: '退出循环' },
  description: { en: 'Ends the loop around it at once.', zh: '立即结束所在的循环。' },
  config: z.object({}),
  initialConfig: {},
  ports: () => [],
  outputs: () => [],
});
