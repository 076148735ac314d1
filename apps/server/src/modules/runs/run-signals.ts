/** Says that a run waits for a process to begin it; carries its id. */
export const RUN_WAITING = 'runs.waiting';

/** Asks whoever runs a run to stop it; carries its id and the reason. */
export const RUN_STOP = 'runs.stop';
