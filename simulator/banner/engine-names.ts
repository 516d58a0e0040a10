/** The engines for which the simulator prints a call to paste, by the names that the command line takes. */
export const ENGINE_NAMES = ['unity', 'godot', 'unreal', 'web', 'android'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];
