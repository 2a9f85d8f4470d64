import catalogue from '#catalogue/limits.json' with { type: 'json' }

const { limits } = catalogue

/** How long what happens to a gateway takes, in ms; tests have their own. */
export interface Pace {
  /** From going offline until it is back. */
  reboot: number
  /** Each part of a firmware upgrade. */
  firmwareStep: number
  replacement: number
  /** From saying that a backup is restored until it is written: long enough to call it off. */
  restore: number
  /** How long a PIN lock lasts. */
  pinLock: number
  /** How often what is left of PIN locks is written down. */
  keepLocks: number
  /** A gateway of its own has that long to come back with its new firmware. */
  firmwarePatience: number
  /** A gateway of its own that was started anew has that long to come back. */
  restartPatience: number
  /** From one part of an export to the next. */
  exportStep: number
  /** How often it is looked for calendars of statuses that are due. */
  calendars: number
}

export const usualPace: Pace = {
  reboot: 6000,
  firmwareStep: 3000,
  replacement: 12_000,
  restore: 6000,
  pinLock: limits.pinLock.value,
  keepLocks: 5000,
  firmwarePatience: 900_000,
  restartPatience: 120_000,
  exportStep: 0,
  calendars: 2000,
}

/** Wrong PINs until a gateway locks itself. */
export const PIN_TRIES = limits.pinTries.value
