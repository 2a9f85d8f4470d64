/**
 * The solar calculator of NOAA (Global Monitoring Laboratory, after Meeus, "Astronomical Algorithms"), as plainly as it
 * is published: equation of time and declination, then the hour angle of the event, looked at again with what holds at that moment.
 */
const sin = (degrees: number): number => Math.sin((degrees * Math.PI) / 180)
const cos = (degrees: number): number => Math.cos((degrees * Math.PI) / 180)
const tan = (degrees: number): number => Math.tan((degrees * Math.PI) / 180)
const degrees = (radians: number): number => (radians * 180) / Math.PI

function sun(julianDay: number): { declination: number; equationOfTime: number } {
  const t = (julianDay - 2451545) / 36525
  const meanLongitude = (((280.46646 + t * (36000.76983 + t * 0.0003032)) % 360) + 360) % 360
  const anomaly = 357.52911 + t * (35999.05029 - 0.0001537 * t)
  const eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
  const centre =
    sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) +
    sin(2 * anomaly) * (0.019993 - 0.000101 * t) +
    sin(3 * anomaly) * 0.000289
  const node = 125.04 - 1934.136 * t
  const apparent = meanLongitude + centre - 0.00569 - 0.00478 * sin(node)
  const seconds = 21.448 - t * (46.815 + t * (0.00059 - t * 0.001813))
  const tilt = 23 + (26 + seconds / 60) / 60 + 0.00256 * cos(node)
  const y = tan(tilt / 2) ** 2
  const equation =
    y * sin(2 * meanLongitude) -
    2 * eccentricity * sin(anomaly) +
    4 * eccentricity * y * sin(anomaly) * cos(2 * meanLongitude) -
    0.5 * y * y * sin(4 * meanLongitude) -
    1.25 * eccentricity * eccentricity * sin(2 * anomaly)
  return {
    declination: degrees(Math.asin(sin(tilt) * sin(apparent))),
    equationOfTime: degrees(equation) * 4,
  }
}

const LOOKS = 6

/** Epoch ms of the event on a day (its midnight in Greenwich, epoch ms); undefined where the sun does not come so high or so low. */
export function noaaMoment(
  day: number,
  {
    latitude,
    longitude,
    zenith,
    rises,
  }: { latitude: number; longitude: number; zenith: number; rises: boolean },
): number | undefined {
  const julian = day / 86_400_000 + 2440587.5
  let minutes = 720
  for (let look = 1; look <= LOOKS; look++) {
    const { declination, equationOfTime } = sun(julian + minutes / 1440)
    const cosine = cos(zenith) / (cos(latitude) * cos(declination)) - tan(latitude) * tan(declination)
    if (look === LOOKS && Math.abs(cosine) > 1) return undefined
    // Where the sun only grazes the horizon, noon's declination does not tell yet whether it comes.
    const angle = degrees(Math.acos(Math.min(1, Math.max(-1, cosine))))
    minutes = 720 - 4 * (longitude + (rises ? angle : -angle)) - equationOfTime
  }
  return day + minutes * 60_000
}
