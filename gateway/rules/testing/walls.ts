/** What the clocks of a zone show, found out in the plainest way: by how Sweden writes it. */
export const wallIn = (zone: string, at: number): number => {
  const format = written(zone).format(at)
  const [date = '', time = ''] = format.split(' ')
  return Date.parse(`${date}T${time}Z`)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function written(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** Days on which clocks change, by zone; noon of the day before, in Greenwich. */
export const changes: readonly (readonly [zone: string, from: number])[] = [
  ['Europe/Zurich', Date.UTC(2026, 2, 28, 12)],
  ['Europe/Zurich', Date.UTC(2026, 9, 24, 12)],
  ['America/New_York', Date.UTC(2026, 2, 7, 12)],
  ['America/New_York', Date.UTC(2026, 9, 31, 12)],
  // Half an hour.
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4, 2)],
  ['Australia/Lord_Howe', Date.UTC(2026, 9, 3, 2)],
  // At midnight: the gap belongs to the day, the hour that comes twice to the day before.
  ['America/Havana', Date.UTC(2026, 2, 7, 14)],
  ['America/Havana', Date.UTC(2026, 9, 31, 14)],
  ['Africa/Cairo', Date.UTC(2026, 3, 23, 9)],
  // A whole day is left out.
  ['Pacific/Apia', Date.UTC(2011, 11, 29, 18)],
  ['Asia/Kathmandu', Date.UTC(2026, 5, 1)],
  ['UTC', Date.UTC(2028, 1, 28)],
]
