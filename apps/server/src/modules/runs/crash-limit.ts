/** Processes that may end under a run before it is given up as the cause. */
export const MAX_CRASHES = 3;

/** So many crashes are no chance any more: the next one would be the last, and whose fault it is must be seen. */
export const DOUBTFUL_CRASHES = MAX_CRASHES - 1;
