import { screen } from '@testing-library/react'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RawValue } from '#engine/widget.ts'
import { device, layoutOf } from '../../../tests/support/fake-devices.ts'
import { homeWith, prepareTexts } from '../../../tests/support/home-with.tsx'
import { placedOf } from '../../shared/examples.ts'
import { wild } from '../../shared/fake-values.ts'
import { plainWords } from '../../shared/fake-words.ts'
import { examples } from '../examples.ts'
import { mutedOf, options, playingOf, read, textOf } from './value.ts'

const [whole] = examples
if (!whole) throw new Error('The example is there')
const spec = options(whole.placed)
const COMMAND = 'AudioService/command'
const VOLUME = 'AudioService/volume'
const MUTE = 'AudioService/mute'
const draw = (values: Readonly<Record<string, RawValue>> = whole.values, at?: string, status = 2) =>
  homeWith(device('box', 'Box', layoutOf({ control: whole.placed }), values, { status: status as 2 }), { at })
const page = (values?: Readonly<Record<string, RawValue>>, status?: number) =>
  draw(values, '/devices/device/box', status)
const keys = () => screen.getByRole('group', { name: 'Playback' })

beforeAll(prepareTexts)

describe('2.3-154 audio speaker', () => {
  // 2.3-152
  test.each([
    [0, 'play'],
    [1, 'pause'],
    ['2', 'stop'],
    [3, undefined],
    [null, undefined],
  ])('the command %s means %s', (raw, order) => {
    expect(playingOf(raw, spec)).toBe(order)
  })

  test('a device that calls its commands by words is understood as well', () => {
    const words = options(
      placedOf('tiboSpeaker', 'AudioService', 'state', {
        kind: 'option',
        access: ['read', 'write'],
        options: [{ value: 'PLAY' }, { value: 'PAUSE' }, { value: 'STOP' }],
      }),
    )
    expect(words.playback?.keys).toEqual({ play: 'PLAY', pause: 'PAUSE', stop: 'STOP' })
  })

  test('nothing throws, whatever comes', () => {
    fc.assert(
      fc.property(wild, (raw) => {
        const all = new Map(
          [COMMAND, VOLUME, MUTE, 'AudioService/track'].map((key) => [key, raw ?? null] as const),
        )
        expect([undefined, 'play', 'pause', 'stop']).toContain(playingOf(raw, spec))
        expect([undefined, true, false]).toContain(mutedOf(raw, spec))
        expect(textOf(spec.title, all, plainWords) ?? 'x').not.toBe('')
        expect(read(all, spec, plainWords).text.length).toBeLessThanOrEqual(120)
      }),
    )
  })

  test('the large key pauses what plays and plays what does not', () => {
    const home = page().press('Pause').sentOnly(COMMAND, 1)
    expect(keys().getAttribute('aria-busy')).toBe('true')
    home
      .shows(/paused/)
      .reports(COMMAND, 1)
      .answers(COMMAND, 'confirmed')
      .press('Play')
    expect(home.fake.sent.at(-1)?.value).toBe(0)
  })

  test('stops, and has nothing to stop then', () => {
    const home = page().press('Stop').sentOnly(COMMAND, 2)
    home.reports(COMMAND, 2).answers(COMMAND, 'confirmed')
    expect(screen.getByRole('button', { name: 'Stop' })).toHaveProperty('disabled', true)
  })

  test('skips by an order that reports nothing back', () => {
    page().press('Next title').sentOnly('AudioService/skip', 'next')
  })

  test('says what plays, and by whom; between two titles that nothing does', () => {
    const home = page()
      .shows('Gymnopédie No. 1')
      .shows(/Erik Satie · playing/)
    home.reports('AudioService/track', '').shows('Nothing is playing')
  })

  test('the volume goes out 700 ms after the last key, the sound off at once', () => {
    const home = page().key('ArrowUp', 'slider', 'Volume').key('ArrowUp', 'slider', 'Volume')
    home.wait(699).sentNothing()
    home.wait(1).sentOnly(VOLUME, 26)
    home.press('Mute')
    expect(home.fake.sent.at(-1)).toMatchObject({ value: true })
    expect(screen.getByRole('button', { name: 'Mute' }).getAttribute('aria-pressed')).toBe('true')
  })

  test('after a refusal it shows what is true, and why', () => {
    const home = page().press('Pause').answers(COMMAND, 'failed', 'The speaker sleeps.')
    home.shows(/playing/).shows(/The speaker sleeps/)
    screen.getByRole('button', { name: 'Pause' })
  })

  test('a key whose order came to something else is marked', () => {
    page().press('Stop').reports(COMMAND, 1).answers(COMMAND, 'diverged')
    expect(screen.getByRole('button', { name: 'Stop' }).hasAttribute('data-missed')).toBe(true)
  })

  test('offline it says why nothing can be pressed', () => {
    page(undefined, 5)
    for (const name of ['Pause', 'Stop', 'Mute', 'Next title'])
      expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true)
    expect(keys().title).toMatch(/offline/)
  })

  test('a tile has the large key, the next title and the volume', () => {
    const home = draw()
    const names = home
      .tile('Box')
      .getAllByRole('button')
      .map((one) => one.getAttribute('aria-label'))
    expect(names).toEqual(['Pause', 'Next title'])
    home.tile('Box').getByRole('slider', { name: 'Volume' })
  })

  test('what nobody knows can be played all the same', () => {
    page({}).press('Play').sentOnly(COMMAND, 0)
  })
})
