const SECOND = 1000
export const DAY = 86_400_000

/** A time as the clocks of a zone show it. */
export interface LocalTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  /** 0 is Monday. */
  weekday: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
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

/** What the clocks of a zone show, as if it were UTC: walls can be added to and compared. Whole seconds. */
export const wallOf = (at: number, zone: string): number =>
  Math.floor(at / SECOND) * SECOND + offsetOf(at, zone)

/** Days since 1970-01-01, a Thursday, as a weekday that begins with Monday. */
export const weekdayOf = (wall: number): number => (((Math.floor(wall / DAY) + 3) % 7) + 7) % 7

export function localOf(at: number, zone: string): LocalTime {
  const wall = wallOf(at, zone)
  const date = new Date(wall)
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    weekday: weekdayOf(wall),
  }
}

/** No zone changes its clocks twice within so long. */
const BLOCK = 6 * 3_600_000
/** Seven years of blocks. */
const MOST_BLOCKS = 10_000
/** By zone and block how far the clocks are ahead in all of it; undefined where they change within it. */
const steady = new Map<string, Map<number, number | undefined>>()

/**
 * How far the clocks of a zone are ahead of UTC. Reading the zone takes two thousandths of a millisecond, and hundreds of
 * scenes ask for the same days.
 */
function offsetOf(at: number, zone: string): number {
  const blocks = steady.get(zone) ?? new Map<number, number | undefined>()
  if (blocks.size === 0) steady.set(zone, blocks)
  const block = Math.floor(at / BLOCK)
  if (!blocks.has(block)) {
    if (blocks.size >= MOST_BLOCKS) blocks.clear()
    const first = readOffset(block * BLOCK, zone)
    blocks.set(block, first === readOffset((block + 1) * BLOCK, zone) ? first : undefined)
  }
  return blocks.get(block) ?? readOffset(at, zone)
}

function readOffset(at: number, zone: string): number {
  // 03/29/2026, 01:59:59: reading it is twice as fast as asking for its parts.
  const [month = 1, day, year = 0, hour, minute, second] =
    formatOf(zone).format(at).match(/\d+/g)?.map(Number) ?? []
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / SECOND) * SECOND
}

/**
 * When the clocks of a zone show a time. What they show twice (autumn) is meant the first time; what they never show
 * (spring) is the first moment after the gap.
 */
export function momentOf(wall: number, zone: string): number {
  const before = offsetOf(wall - DAY, zone)
  const after = offsetOf(wall + DAY, zone)
  if (before === after) return wall - before
  const shown = [wall - before, wall - after].filter((at) => offsetOf(at, zone) === wall - at)
  return shown.length > 0 ? Math.min(...shown) : changeWithin(wall - DAY, wall + DAY, zone)
}

/** The one moment between two others at which a zone changes its clocks. */
function changeWithin(from: number, to: number, zone: string): number {
  const before = offsetOf(from, zone)
  let [low, high] = [from, to]
  while (high - low > SECOND) {
    const middle = low + Math.floor((high - low) / (2 * SECOND)) * SECOND
    if (offsetOf(middle, zone) === before) low = middle
    else high = middle
  }
  return high
}
