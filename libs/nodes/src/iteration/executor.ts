import { defineExecutor } from '@heddle/engine';
import { iteration } from './schema';

/** The engine runs what stands inside; the node itself has nothing to do. */
export default defineExecutor(iteration, { needs: [], run: () => ({ outputs: {} }) });
