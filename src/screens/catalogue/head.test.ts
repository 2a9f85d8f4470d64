import { describe, expect, test } from 'vitest'
import { baseOf, changedIn, headOf, nameIn, withHead } from './head.ts'

const text = (model: object): string => JSON.stringify(model)

describe('the title of the studio', () => {
  test.each([
    ['of a draft', text({ name: 'Dimmer Acme' }), 'Dimmer Acme'],
    ['of a text that is being broken', '{ "name": "Dimmer \\"A\\"", "icon": ', 'Dimmer \\"A\\"'],
    ['of a name that is being typed', text({ name: '  ' }), undefined],
    ['of a model without a name', text({ icon: 'bulb' }), undefined],
    ['of what is no name', text({ name: 7 }), undefined],
    ['of nothing', '', undefined],
  ])('%s', (_, written, name) => expect(nameIn(written)).toBe(name))

  test('says what it builds on', () => {
    expect(baseOf(text({ extends: 'light' }))).toEqual(['light'])
    expect(baseOf(text({ extends: ['light', 7, 'meter'] }))).toEqual(['light', 'meter'])
    expect(baseOf('{')).toEqual([])
  })
})

describe('the form over a text', () => {
  const text = '{ "model": "A", "name": "Lamp", "icon": "lamp", "match": [] }'

  test('takes its fields from the text; what is no object has none', () => {
    expect(headOf(text)).toEqual({ name: 'Lamp', icon: 'lamp' })
    for (const none of ['', '{', '[]', 'null', '3']) expect(headOf(none)).toBeUndefined()
  })

  test('changes its fields only, leaves out what was emptied, and says which they were', () => {
    const said = { name: 'Light', icon: '', manufacturer: 'Maker', hideInInstallationWizard: false }
    expect(JSON.parse(withHead(text, said))).toEqual({
      model: 'A',
      name: 'Light',
      match: [],
      manufacturer: 'Maker',
    })
    expect(changedIn(text, said)).toEqual(['name', 'manufacturer', 'icon'])
    expect(withHead('{', said)).toBe('{')
  })
})
