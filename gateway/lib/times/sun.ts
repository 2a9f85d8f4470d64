import { DAY } from './zone.ts'

/** A point on the earth, in degrees; north and east are positive. */
export interface Place {
  latitude: number
  longitude: number
}

export type SunEvent = 'dawn' | 'sunrise' | 'sunset' | 'dusk'

/** How high the middle of the sun stands then: its upper edge with refraction at the horizon, or civil twilight. */
const HEIGHT: Readonly<Record<SunEvent, number>> = { dawn: -6, sunrise: -0.833, sunset: -0.833, dusk: -6 }
const RISES: Readonly<Record<SunEvent, boolean>> = { dawn: true, sunrise: true, sunset: false, dusk: false }

const SECOND = 1000
/** Noon of 1 January 2000 in Greenwich. */
const EPOCH = Date.UTC(2000, 0, 1, 12)
const MS_PER_DEGREE = DAY / 360

const rad = (degrees: number): number => (degrees * Math.PI) / 180
const deg = (radians: number): number => (radians * 180) / Math.PI
/** -180 up to 180. */
const around = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180

/** Where the sun stands, by the low-precision formulas of the Astronomical Almanac: 0.01° from 1950 to 2050. */
function sunAt(at: number): { declination: number; rightAscension: number } {
  const days = (at - EPOCH) / DAY
  const anomaly = rad(357.528 + 0.9856003 * days)
  const mean = 280.46 + 0.9856474 * days
  const longitude = rad(mean + 1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly))
  const tilt = rad(23.439 - 0.0000004 * days)
  return {
    declination: Math.asin(Math.sin(tilt) * Math.sin(longitude)),
    rightAscension: deg(Math.atan2(Math.cos(tilt) * Math.sin(longitude), Math.cos(longitude))),
  }
}

/** How far the sun is past south, in degrees. */
const hourAngle = (at: number, longitude: number, rightAscension: number): number =>
  around(280.46061837 + 360.98564736629 * ((at - EPOCH) / DAY) + longitude - rightAscension)

/** Height of the middle of the sun in degrees, without refraction. */
export function sunHeight(at: number, { latitude, longitude }: Place): number {
  const { declination, rightAscension } = sunAt(at)
  const angle = rad(hourAngle(at, longitude, rightAscension))
  const north = rad(latitude)
  return deg(
    Math.asin(
      Math.sin(north) * Math.sin(declination) + Math.cos(north) * Math.cos(declination) * Math.cos(angle),
    ),
  )
}

/** When the sun stands highest, of all such moments the one nearest to `near`. */
export function solarNoon(near: number, { longitude }: Place): number {
  let at = near
  for (let round = 0; round < 3; round++)
    at -= hourAngle(at, longitude, sunAt(at).rightAscension) * MS_PER_DEGREE
  return at
}

/** The first second at which an event has come on the solar day around a noon; where it does not come, whether the sun stays above or below. */
export function sunMoment(event: SunEvent, near: number, place: Place): number | 'above' | 'below' {
  const noon = solarNoon(near, place)
  const height = HEIGHT[event]
  const night = solarNoon(noon + (RISES[event] ? -DAY : DAY), place)
  let [low, high] = [(noon + night) / 2, noon]
  if (sunHeight(high, place) < height) return 'below'
  if (sunHeight(low, place) >= height) return 'above'
  while (Math.abs(high - low) > 1) {
    const middle = (low + high) / 2
    if (sunHeight(middle, place) < height) low = middle
    else high = middle
  }
  // It comes between the two, which may lie on either side of a whole second.
  const first = Math.ceil(Math.min(low, high) / SECOND) * SECOND
  const has = sunHeight(first, place) >= height === RISES[event]
  return has ? first : first + SECOND
}
