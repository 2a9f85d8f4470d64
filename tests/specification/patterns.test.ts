import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { patternFault } from '#server/lib/patterns.ts'
import { readSettings } from '#server/settings.ts'

const shipped = readSettings('catalogue', undefined, () => undefined)

describe('spec 1 §5 configurable patterns', () => {
  // 1.5-032 2.5-005 3.5-043
  test('are capped in length', () => {
    expect(patternFault('a'.repeat(512))).toBeUndefined()
    expect(patternFault('a'.repeat(513))).toMatch('longer than')
  })

  // 1.5-033 2.5-005 3.5-043
  test.each([['^(a+)+$'], ['^(a|a)*$'], ['^([a-z]+ ?)+$']])(
    '%s, which could be made to run for ever, is found out',
    (pattern) => {
      expect(patternFault(pattern)).toBeDefined()
    },
  )

  // 1.5-034 2.5-006 3.5-044
  test.each([['NAME_REGEX'], ['EMAIL_REGEX'], ['PASSWORD_REGEX'], ['ADDRESS_REGEX']])(
    'a bad %s is a clear complaint, and the shipped one is used',
    (flag) => {
      const folder = mkdtempSync(join(tmpdir(), 'settings-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      const file = join(folder, 'settings.json')
      writeFileSync(file, JSON.stringify({ flags: { [flag]: '^(a+)+$' } }))
      const complain = vi.fn()
      expect(readSettings('catalogue', file, complain).flags[flag]).toBe(shipped.flags[flag])
      expect(complain).toHaveBeenCalledWith(expect.stringMatching(`flags.${flag}: the pattern .*shipped`))
    },
  )

  // 1.5-019 3.5-031
  // 1.9-005
  test.each([
    ['ABCDE-12345-FGHJK-98765', true],
    ['ABCDE-12345-FGHJK-9876', false],
    ['ABCDO-12345-FGHJK-98765', false],
    ['ABCDE-12345-FGHJK-98760', false],
    ['ABCDE12345-FGHJK-98765', false],
    ['abcde-12345-fghjk-98765', false],
  ])('the licence key %s fits the shipped pattern: %s', (key, fits) => {
    const { size, pattern } = shipped.flags.LICENCE_KEY_SETTINGS as { size: number; pattern: string }
    expect(size).toBe(23)
    expect(new RegExp(pattern, 'u').test(key) && key.length === size).toBe(fits)
  })
})

// 1.1-015
test('spec 1 §1 the default country is Switzerland', () => {
  expect(shipped.flags.DEFAULT_COUNTRY).toBe('Switzerland')
})
