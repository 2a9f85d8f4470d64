import { describe, expect, test } from 'vitest'
import type { Settings } from '#server/settings.ts'
import { licenceFault, licenceFormFault, newLicenceKey } from './licences.ts'

const settings = (LICENCE_KEY_SETTINGS?: object): Settings =>
  ({ flags: { LICENCE_KEY_SETTINGS }, modules: {} }) as unknown as Settings

describe('spec 1 §5 licence keys', () => {
  // 1.5-020 1.9-005
  test.each([
    ['0123456789ABCDEF0123', false],
    ['0123456789ABCDEF012', true],
    ['0123456789ABCDEF01234', true],
    ['0123456789abcdef0123', true],
    ['0123456789ABCDEG0123', true],
    [undefined, true],
  ])('without settings they are 20 upper-case hexadecimal digits: %s is at fault: %s', (key, fault) => {
    expect(licenceFault(settings(), key)).toBe(fault)
  })

  // 1.5-021 3.5-032
  test('size and pattern are configurable, each by itself', () => {
    expect(licenceFault(settings({ size: 4 }), 'ABCD')).toBe(false)
    expect(licenceFault(settings({ size: 4 }), 'WXYZ')).toBe(true)
    expect(licenceFault(settings({ size: 4, pattern: '^[W-Z]+$' }), 'WXYZ')).toBe(false)
  })

  test.each([
    [{ size: 8, pattern: '^[0-9]{8}$' }],
    [{ size: 10, pattern: '^[A-Z]+$' }],
    [{ size: 16, pattern: '^[a-z0-9]+$' }],
    [undefined],
    [{ size: 12 }],
    [{ size: 23, pattern: '^(?:[A-NP-Z1-9]{5}-){3}[A-NP-Z1-9]{5}$' }],
  ])('a key that is issued has the form that is asked for: %j', (form) => {
    for (let round = 0; round < 50; round++)
      expect(licenceFault(settings(form), newLicenceKey(settings(form)))).toBe(false)
  })

  const impossible = [
    { size: 3, pattern: '^a+$' },
    { size: 0, pattern: '^$' },
    { size: 1e9 },
    { size: 2.5 },
    { size: 6, pattern: '^[A-Y]{6}$' },
  ]
  test.each(impossible)(
    'a form that nobody can make keys of is refused, before a server starts with it and when one is asked for: %j',
    (form) => {
      expect(() => newLicenceKey(settings(form))).toThrow('LICENCE_KEY_FORM')
      const on = {
        ...settings(form),
        flags: { LICENCE_KEY_SETTINGS: form, LICENCE_SUPPORT: true },
      } as Settings
      expect(licenceFormFault(on)).toContain('LICENCE_KEY_SETTINGS')
      expect(licenceFormFault(settings(form))).toBeUndefined()
    },
  )
})
