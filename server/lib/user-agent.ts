import type { SessionRow } from '#schemas/generated/entities/session-row.ts'

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** What a session is used with, as far as its user agent tells; a hint for people and nothing more. */
export function clientOf(userAgent = ''): Pick<SessionRow, 'clientType' | 'deviceModel'> {
  const named = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = named(BROWSERS)
  const parts = [browser, named(SYSTEMS)].filter((one) => one !== undefined)
  return {
    clientType: browser === undefined ? 'other' : 'browser',
    ...(parts.length > 0 ? { deviceModel: parts.join(', ') } : {}),
  }
}
