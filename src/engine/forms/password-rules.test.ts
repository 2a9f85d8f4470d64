import { describe, expect, test } from 'vitest'
import { passwordRules } from './password-rules.ts'

const names = { length: 'PASSWORD_SETTINGS', pattern: 'PASSWORD_REGEX', special: 'REQUIRE_SPECIAL_CHARACTER' }
const shipped = {
  PASSWORD_SETTINGS: { min_length: 10, max_length: 100 },
  PASSWORD_REGEX: '^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9]).*$',
  REQUIRE_SPECIAL_CHARACTER: false,
}
const broken = (password: string, settings: Readonly<Record<string, unknown>> = shipped): string[] =>
  passwordRules(names, settings)
    .filter((rule) => !rule.holds(password))
    .map(({ name }) => name)

describe('spec 1 §5 the rules of a new password', () => {
  // 1.5-008 1.5-009 1.5-011 1.5-012 1.5-013
  test.each([
    ['Gatehouse1', []],
    ['Gatehous1', ['length']],
    [`Aa1${'x'.repeat(97)}`, []],
    [`Aa1${'x'.repeat(98)}`, ['length']],
    ['gatehouse-1', ['uppercase']],
    ['GATEHOUSE-1', ['lowercase']],
    ['Gatehouse-x', ['digit']],
    ['', ['length', 'lowercase', 'uppercase', 'digit']],
  ])('%s lacks %j', (password, missing) => expect(broken(password)).toEqual(missing))

  test('lengths count characters: an emoji is one', () => {
    expect(broken(`Aa1${'🔑'.repeat(6)}`)).toEqual(['length'])
    expect(broken(`Aa1${'🔑'.repeat(7)}`)).toEqual([])
  })

  // 1.5-010 1.6-068
  test('lengths are those of the configuration', () => {
    const settings = { ...shipped, PASSWORD_SETTINGS: { min_length: 7, max_length: 8 } }
    expect(broken('Gate-1x', settings)).toEqual([])
    expect(broken('Gate-1', settings)).toEqual(['length'])
    expect(broken('Gate-1xyz', settings)).toEqual(['length'])
  })

  // 1.5-014
  test('a special character is asked for only where the configuration does', () => {
    const settings = { ...shipped, REQUIRE_SPECIAL_CHARACTER: true }
    expect(broken('Gatehouse1', settings)).toEqual(['special'])
    expect(broken('Gatehouse1!', settings)).toEqual([])
    expect(broken('Gätehouse 1', settings)).toEqual(['special'])
  })

  // 1.6-067
  test('a pattern that no sentence can say is one rule for the whole', () => {
    const settings = { ...shipped, PASSWORD_REGEX: '^(?=.*[a-z])[a-z0-9]{10,}$' }
    expect(broken('gatehouse1', settings)).toEqual([])
    expect(broken('Gatehouse1', settings)).toEqual(['pattern'])
    expect(broken('GATEHOUSE1', settings)).toEqual(['lowercase', 'pattern'])
  })

  test('without settings there is nothing to tell, and the server decides', () => {
    expect(passwordRules(names)).toEqual([])
    expect(passwordRules(names, { PASSWORD_SETTINGS: 'ten' })).toEqual([])
  })
})
