import { describe, expect, test } from 'vitest'
import { type Command, type CommandGroup, find } from './find.ts'

const command = (group: CommandGroup, text: string, note?: string): Command => ({
  id: text,
  group,
  text,
  note,
  icon: 'unknown',
  run: () => {},
})

const names = (commands: readonly Command[], search: string, most = 5) =>
  find(commands, search, most).map(({ text }) => text)

describe('the palette finds', () => {
  const lamps = [
    command('devices', 'Pendelleuchte', 'Küche'),
    command('devices', 'Küchenlampe', 'Esszimmer'),
    command('devices', 'Lampe Küche', 'Esszimmer'),
    command('screens', 'Geräte'),
  ]

  test('without minding accents and case', () => expect(names(lamps, 'KUCHEN')).toEqual(['Küchenlampe']))

  test('the beginning of a name first, then a word of it, then what stands beside it', () =>
    expect(names(lamps, 'küche')).toEqual(['Küchenlampe', 'Lampe Küche', 'Pendelleuchte']))

  test('only what has every word', () =>
    expect(names(lamps, 'lampe ess')).toEqual(['Lampe Küche', 'Küchenlampe']))

  test('screens before devices, and at most so many of a group', () =>
    expect(names(lamps, 'e', 2)).toEqual(['Geräte', 'Pendelleuchte', 'Küchenlampe']))

  test('nothing where nothing fits', () => expect(names(lamps, 'zebra')).toEqual([]))
})
