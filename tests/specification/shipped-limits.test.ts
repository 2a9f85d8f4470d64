import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import hardware from '#catalogue/hardware.json' with { type: 'json' }
import limits from '#catalogue/limits.json' with { type: 'json' }
import type { Form } from '#schemas/generated/definitions/form.ts'

const shipped: Readonly<Record<string, { value: unknown }>> = limits.limits

describe('spec 1 §9 and 2 §9 limits as shipped', () => {
  test.each([
    ['1.9-006', 'pageSize', 10],
    ['1.9-024', 'notificationCounter', 99_999],
    ['1.9-032', 'alarmSmartVersion', 430],
    ['1.9-033', 'osmVersion', '1.25.0'],
    ['1.9-037', 'gatewayLockRetry', 60_000],
    ['1.9-039', 'groupNavigationDelay', 1200],
    ['1.9-040', 'announcementNavigationDelay', 1200],
    ['3.9-008 3.9-009', 'announcementPageSize', 10],
    ['2.9-010', 'eventPageSize', 10],
    ['2.9-010', 'savedStatistics', 10],
    ['2.9-035 3.9-037', 'chartInterval', 21_600_000],
    ['3.9-038', 'historyMonths', 6],
  ])('%s %s is %s', (_atom, name, value) => {
    expect(shipped[name]?.value).toBe(value)
  })

  // 1.9-026 3.9-028
  test('the hardware model is doc400, which is not virtual; the virtual one is voc200', () => {
    expect(hardware.models.filter((one) => one.virtual).map((one) => one.hardwareModel)).toEqual(['VOC200'])
    expect(hardware.models).toContainEqual(
      expect.objectContaining({ hardwareModel: 'DOC400', virtual: false }),
    )
  })
})

// 1.9-036
test('spec 1 §9 the placeholder of a serial number is a string of zeros, in every form that asks for one', () => {
  const forms = globSync('catalogue/forms/*.json').flatMap((file) => {
    const { fields = {} } = JSON.parse(readFileSync(file, 'utf8')) as Form
    return fields.serialNumber ? [fields.serialNumber] : []
  })
  expect(forms.length).toBeGreaterThan(0)
  for (const { placeholder } of forms) expect(placeholder).toMatch(/^0[0-]*0$/)
})

// 1.9-048
test('spec 1 §9 the theme has a teal primary palette, and accent, warn and background colours, in light and dark', () => {
  const tokens = readFileSync('src/ui/tokens.css', 'utf8')
  const coloursOf = (name: string): number[][] =>
    [
      ...(new RegExp(`--color-${name}: light-dark\\(([^)]*)\\)`).exec(tokens)?.[1] ?? '').matchAll(
        /#(\w{6})/g,
      ),
    ].map(([, hex = '']) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)))
  for (const name of ['primary', 'accent', 'warn', 'canvas']) expect(coloursOf(name), name).toHaveLength(2)
  for (const [red = 0, green = 0, blue = 0] of coloursOf('primary')) {
    // Green and blue alike, and clearly more of them than red.
    expect(Math.abs(green - blue)).toBeLessThan(16)
    expect(Math.min(green, blue)).toBeGreaterThan(red + 60)
  }
})

test('3.9-040 spec 3 §9 the first colour of a chart is blue, in light and dark', () => {
  const tokens = readFileSync('src/ui/tokens.css', 'utf8')
  const [, light = '', dark = ''] = /--chart-1: light-dark\(#(\w{6}), #(\w{6})\)/.exec(tokens) ?? []
  for (const hex of [light, dark]) {
    const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
    expect(blue).toBeGreaterThan(green + 40)
    expect(green).toBeGreaterThan(red)
  }
})
