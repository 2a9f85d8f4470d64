/** Hours, minutes and seconds as they are typed; nothing typed is undefined. */
export interface Clock {
  hour: number | undefined
  minute: number | undefined
  second: number | undefined
}

export const LAST = { hour: 23, minute: 59, second: 59 } as const

export const inRange = (value: number | undefined, last: number): value is number =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= last

/** Milliseconds of a duration; undefined while it is none (spec 2 §5: hours 0-23, minutes and seconds 0-59). */
export function msOf({ hour, minute, second }: Clock): number | undefined {
  if (!inRange(hour, LAST.hour) || !inRange(minute, LAST.minute) || !inRange(second, LAST.second))
    return undefined
  return ((hour * 60 + minute) * 60 + second) * 1000
}

export function clockOf(ms: number): Clock {
  const seconds = Math.round(ms / 1000)
  return { hour: Math.floor(seconds / 3600), minute: Math.floor(seconds / 60) % 60, second: seconds % 60 }
}
