import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Screen } from '#schemas/generated/definitions/screen.ts'

const screens = globSync('catalogue/screens/*/*.json').map((file) => ({
  file,
  screen: JSON.parse(readFileSync(file, 'utf8')) as Screen,
}))

describe('spec 2 §2 addresses', () => {
  // 2.2-001
  test.each(screens)('the devices area, and nothing else, lives at /devices: $file', ({ file, screen }) => {
    expect(screen.route.startsWith('/devices/')).toBe(file.startsWith('catalogue/screens/devices/'))
  })
})
