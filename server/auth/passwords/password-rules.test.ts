import { describe, expect, test } from 'vitest'
import { checkNewPassword, isCommon } from './password-rules.ts'

const GOOD = 'Brunnen-Kabel 7 Wald'
const faults = (secret: string, flags: Record<string, unknown> = {}, confirmation = secret): unknown => {
  try {
    checkNewPassword(secret, confirmation, { flags, modules: {} })
    return 'good'
  } catch (error) {
    return (error as { faults: unknown }).faults
  }
}
const rules = [{ errorCode: 'PASSWORD_RULES', field: '/secret' }]

describe('A-02 what everybody tries', () => {
  test.each([
    'password',
    'PASSWORD',
    'passwordpassword',
    'passw0rd',
    'p@$$word',
    'password1',
    'password2026!',
    '123password',
    'Passw0rd!!',
    '!!Passw0rd',
    'ｐａｓｓｗｏｒｄ',
    'aaaaaaaaaaaa',
    'abababababab',
    'abbaabbaabba',
    'abcdefghijklm',
    'mlkjihgfedcba',
    '23456789',
    '98765432',
    'qwerty',
  ])('A-02 %s is common', (password) => {
    expect(isCommon(password)).toBe(true)
  })

  test.each([
    GOOD,
    'korrektpferdbatterie',
    'Xylophon44Krume',
    'acegikmoqsuwy',
    'pass-boat-word',
    'aXbXcXdXeX',
  ])('A-02 %s is not', (password) => {
    expect(isCommon(password)).toBe(false)
  })
})

describe('A-02 a new password', () => {
  test('A-02 has ten to a hundred characters, unless the settings say otherwise', () => {
    expect(faults('Brunnen-K7')).toBe('good')
    expect(faults('Brunnen-7')).toEqual(rules)
    const long = 'Brunnen-K7'.repeat(10)
    expect(faults(`x${long.slice(1)}`)).toBe('good')
    expect(faults(`${long}y`)).toEqual(rules)
    const flags = { PASSWORD_SETTINGS: { min_length: 12, max_length: 14 } }
    expect(
      ['Brunnen-K7w', 'Brunnen-K7wq', 'Brunnen-K7wqzt', 'Brunnen-K7wqztr'].map((one) => faults(one, flags)),
    ).toEqual([rules, 'good', 'good', rules])
    expect(faults('Brunnen-K7', { PASSWORD_SETTINGS: { min_length: 'many' } })).toBe('good')
    expect(faults('Brunnen-7', { PASSWORD_SETTINGS: 5 })).toEqual(rules)
  })

  // 3.5-003
  test('has seven characters at least where a deployment sets lengths and leaves the least out', () => {
    const flags = { PASSWORD_SETTINGS: { max_length: 14 } }
    expect(['Bru-K7', 'Brun-K7', 'Brunnen-K7wqztr'].map((one) => faults(one, flags))).toEqual([
      rules,
      'good',
      rules,
    ])
    expect(faults('Brunnen-K7'.repeat(10), { PASSWORD_SETTINGS: { min_length: 8 } })).toBe('good')
  })

  test('A-02 counts characters, not what they are stored as', () => {
    expect(faults('😀😁😂🤣😃😄😅😆😉')).toEqual(rules)
    expect(faults('😀😁😊🤣😃🙃😅😆😉🥲')).toBe('good')
  })

  test('A-02 follows the pattern of the settings, over lines and with all letters', () => {
    const flags = { PASSWORD_REGEX: '^(?=.*\\p{Lu}).*$' }
    expect(faults(GOOD, flags)).toBe('good')
    expect(faults(GOOD.toLowerCase(), flags)).toEqual(rules)
    expect(faults('brunnen kabel\nÄ wald', flags)).toBe('good')
  })

  test('A-02 has a special character where one is asked for', () => {
    const flags = { REQUIRE_SPECIAL_CHARACTER: true }
    expect(faults('Brunnen Kabel 7 Wald', flags)).toEqual(rules)
    expect(faults(GOOD, flags)).toBe('good')
    expect(faults('Brunnen Kabel 7 Wald', { REQUIRE_SPECIAL_CHARACTER: false })).toBe('good')
  })

  test('A-02 is not one that everybody tries', () => {
    expect(faults('password2026')).toEqual([{ errorCode: 'PASSWORD_COMMON', field: '/secret' }])
  })

  test('A-02 is typed twice the same, and each fault is told', () => {
    const other = { errorCode: 'PASSWORD_CONFIRM_NO_MATCH', field: '/confirmation' }
    expect(faults(GOOD, {}, `${GOOD}x`)).toEqual([other])
    expect(faults('short', {}, 'other')).toEqual([...rules, other])
  })
})
