/** Milliseconds of a silence that a scene may wait for, as schemas/entities/rule.json has them (decision 0258). */
export const SILENCE = { shortest: 60_000, longest: 30 * 86_400_000 } as const
