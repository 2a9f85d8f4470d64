import { beforeAll, describe, expect, test } from 'vitest'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { text } from '#i18n/useText.ts'
import { failureWords, refusalOf } from './refusal.ts'

beforeAll(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['objects'])
})

describe('a refusal of a gateway', () => {
  // 2.8-025
  test.each([
    ['name_exists', 'This name is taken already.'],
    ['sceneNameExists', 'Another scene already has this name.'],
    ['floorNameExists', 'There is already a floor of this name.'],
    ['roomNameExists', 'There is already a room of this name on this floor.'],
    ['dateInPast', 'This moment has already passed.'],
    ['functionality_added', 'The scene already reacts to this value of this device.'],
    ['changed_meanwhile', 'Somebody else has changed the scene meanwhile.'],
  ])('is known by its flag %s and said in words', (message, words) => {
    expect(refusalOf({ message })).toBe(message)
    expect(failureWords({ code: '409', message }, text)).toBe(words)
  })

  test('any other failure says what the gateway said', () => {
    expect(refusalOf({ message: 'Request timed out' })).toBeUndefined()
    expect(failureWords({ code: '', message: 'The device is away' }, text)).toBe('The device is away')
  })
})
