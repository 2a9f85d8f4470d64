const HOUR = 60
const DAY = 1440

const padded = (number: number): string => String(number).padStart(2, '0')

/** Minutes after midnight of a time like 22:30. */
export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * HOUR + minutes
}

export const timeOf = (minute: number): string =>
  `${padded(Math.floor(minute / HOUR))}:${padded(minute % HOUR)}`

/** Where of a day's bar these hours lie, in per cent: over midnight in two parts, nowhere when they are none. */
export function partsOf(from: number, until: number): readonly { from: number; share: number }[] {
  const part = (start: number, end: number) => ({
    from: (100 * start) / DAY,
    share: (100 * (end - start)) / DAY,
  })
  if (from === until) return []
  return from < until
    ? [part(from, until)]
    : [part(0, until), part(from, DAY)].filter(({ share }) => share > 0)
}
