/**
 * Watches over the templates of others while they are read and worked out. Whoever hosts the driver hands it in: it may
 * know the time that is left, and refuse by throwing what has taken too much before.
 */
export interface Guard {
  /** `source` is the entity whose template it is. */
  run<T>(source: string, work: () => T): T
}

export const unguarded: Guard = { run: (_source, work) => work() }
