import { expect, test } from 'vitest'
import { hyphenated } from './hyphens.ts'

const shown = (name: string): string => hyphenated(name).replaceAll('\u00ad', '|')

test.each([
  ['Bewegungsmelder Eingang', 'Bewe|gungs|mel|der Eingang'],
  ['Handtuchheizung', 'Hand|tuch|hei|zung'],
  ['Fenster Schlafzimmer', 'Fenster Schlaf|zim|mer'],
  ['Waschmaschine', 'Wasch|ma|schi|ne'],
  ['Heizungsdruck', 'Hei|zungs|druck'],
  ['Lautsprecher', 'Laut|spre|cher'],
  ['Infrarotsender', 'Infra|rot|sen|der'],
  ['Waschtrockner', 'Wasch|trock|ner'],
  ['Wandregal Küche', 'Wandregal Küche'],
  ['Kühlschrank Küche', 'Kühl|schrank Küche'],
])('a long word of a name breaks at its syllables: %s', (name, parts) => {
  // Four letters at least stand behind the last hyphen.
  expect(shown(name)).toBe(parts.replace(/\|(.{1,3})( |$)/g, '$1$2'))
})

test.each(['Lampe', 'Living room', '0x00158d0000000004', '', '電気スタンドとテレビの電源スイッチ'])(
  'what is short or no such word stays as it is: %s',
  (name) => expect(hyphenated(name)).toBe(name),
)

test('nothing is lost of a name', () => {
  const name = 'Bewegungsmelder Übergangslösung ch-2 Obergeschoss'
  expect(hyphenated(name).replaceAll('\u00ad', '')).toBe(name)
})
