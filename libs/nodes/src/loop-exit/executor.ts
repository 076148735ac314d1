import { defineExecutor } from '@heddle/engine';
import { loopExit } from './schema';

/** Reaching the node is all there is to it; the engine ends the round. */
export default defineExecutor(loopExit, { needs: [], run: () => ({ outputs: {} }) });
