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

function deviceTypeOf(userAgent: string): SessionRow['deviceType'] {
  if (/\biPad\b|\bTablet\b|\bAndroid\b(?!.*\bMobile\b)/.test(userAgent)) return 'tablet'
  if (/\bMobile\b|\biPhone\b|\biPod\b/.test(userAgent)) return 'phone'
  return /\b(?:Windows|Mac OS X|CrOS|Linux|X11)\b/.test(userAgent) ? 'desktop' : 'other'
}

/** What a session is used with, as far as its user agent tells; a hint for people and nothing more. */
export function clientOf(userAgent = ''): Pick<SessionRow, 'clientType' | 'deviceType' | 'deviceModel'> {
  const named = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent))?.[1]
  const browser = named(BROWSERS)
  const parts = [browser, named(SYSTEMS)].filter((one) => one !== undefined)
  return {
    clientType: browser === undefined ? 'other' : 'browser',
    deviceType: deviceTypeOf(userAgent),
    ...(parts.length > 0 ? { deviceModel: parts.join(', ') } : {}),
  }
}
