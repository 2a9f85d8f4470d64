import { describe, expect, test } from 'vitest'
import type { Text } from '#i18n/useText.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import { configuredFaults, unequalCodes } from './configured.ts'
import { fits } from './patterns.ts'

const form: Form = {
  schema: 'entities/registration-entry.json',
  groups: [['identity']],
  fields: {
    identity: { lowercase: true, pattern: 'EMAIL_REGEX', patternMessage: 'INVALID_MAIL_FORMAT_MESSAGE' },
    firstName: { pattern: 'NAME_REGEX' },
    confirmation: { equals: 'secret', unequal: 'PASSWORD_CONFIRM_NO_MATCH' },
  },
}
const text: Text = {
  t: (key) => key,
  say: (key, fallback = '') => (key.endsWith('NAME_REGEX') ? key : fallback),
  has: () => true,
}
const settings = {
  EMAIL_REGEX: '^[a-z0-9.]+@[a-z0-9.]+$',
  NAME_REGEX: "^[A-Za-zÀ-ÖØ-öø-ÿ']+(?:[- ][A-Za-zÀ-ÖØ-öø-ÿ']+)*$",
  INVALID_MAIL_FORMAT_MESSAGE: '',
}
const faults = (values: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  configuredFaults({ form, values, settings: { ...settings, ...more }, label: (field) => field, text })

describe('what a deployment asks of fields', () => {
  // 1.5-001 1.5-003 1.6-066
  test('an e-mail address is put in lower case and then matched', () => {
    expect(faults({ identity: 'Home@Gatehouse.Test' })).toEqual({})
    expect(faults({ identity: 'home at gatehouse' })).toEqual({ identity: 'engine.form.pattern' })
  })

  // 1.5-002
  test("a wrong address is answered in the deployment's own words, if it has any", () => {
    const own = { INVALID_MAIL_FORMAT_MESSAGE: 'Only addresses of the company.' }
    expect(faults({ identity: 'x' }, own)).toEqual({ identity: 'Only addresses of the company.' })
  })

  // 1.5-005
  test.each([
    ['Zoé', true],
    ["Jean-Luc d'Arc", true],
    ['R2D2', false],
    ['Anna  Maria', false],
  ])('the name %s is one: %s', (firstName, good) =>
    // What is allowed is said, where there are words for it.
    expect(faults({ firstName })).toEqual(good ? {} : { firstName: 'engine.form.patterns.NAME_REGEX' }),
  )

  test('an empty field is the business of its schema', () =>
    expect(faults({ identity: '', firstName: undefined })).toEqual({}))

  // 1.5-015
  test('a confirmation that differs names the code of its toast', () => {
    expect(unequalCodes(form, { secret: 'a', confirmation: 'b' })).toEqual(['PASSWORD_CONFIRM_NO_MATCH'])
    expect(unequalCodes(form, { secret: 'a', confirmation: 'a' })).toEqual([])
    // One that is empty is missing, which its field says.
    expect(unequalCodes(form, { secret: 'a', confirmation: '' })).toEqual([])
  })
})

describe('V-05 patterns of a deployment', () => {
  test('are never tried on a text longer than any that is allowed', () => {
    expect(fits('^(a+)+$', `${'a'.repeat(513)}!`)).toBe(false)
    expect(fits('^a+$', 'a'.repeat(512))).toBe(true)
  })

  test.each([['('], [42], [''], [undefined]])('%j is none and lets everything pass', (pattern) =>
    expect(fits(pattern, 'anything')).toBe(true),
  )
})
