import { defineExecutor } from '@heddle/engine';
import { subflow } from './schema';

/** The engine runs the called flow as a frame of this run; the node itself has nothing to do. */
export default defineExecutor(subflow, { needs: [], run: () => ({ outputs: {} }) });
