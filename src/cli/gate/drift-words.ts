/** Words of --fail-on that need a lock: without one they would be ignored. Breaking drift always counts where there is a lock. */
export const DRIFT_WORDS = ['breaking', 'drift'] as const;
