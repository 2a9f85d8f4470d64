import { beforeAll, describe, expect, test } from 'vitest'
import type { Range } from '#engine/charts/model/range.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { takeSpeech } from '#engine/speech.ts'
import type { RawValue } from '#engine/widget.ts'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { languages } from '#i18n/languages.ts'
import { words } from '#i18n/words.ts'
import { openCatalogue } from '#server/catalogue/catalogue.ts'
import { deviceOf, root } from '../../../tests/catalogue/kit.ts'
import { widgets } from '../../../widgets/registry.ts'
import { bandOf, lineOf, type Recordable, recordablesOf } from './recordable.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-11-20T12:00:00Z')
const WEEK: Range = { from: NOW - 7 * 24 * HOUR, to: NOW }
const LONG = 'x'.repeat(2000)
/** What a device may tell although its description knows no such value. */
const HOSTILE: readonly RawValue[] = [Number.NaN, 1e308, -1e308, null, LONG, 'constructor', true, -1, 255]

/** What such a value may be. */
function valuesOf({ placed: { value } }: Recordable): readonly RawValue[] {
  const { kind, min = 0, max = 100, on, off, options = [] } = value
  if (kind === 'number' || kind === 'range') return [min, (min + max) / 2, max]
  if (on !== undefined && off !== undefined) return [off, on]
  if (kind === 'bool') return [false, true]
  return options.map((one) => (typeof one === 'object' ? (one as { value: string }).value : one))
}

const heads: DeviceHead[] = []
beforeAll(async () => {
  const catalogue = await openCatalogue(`${root}/catalogue`)
  for (const model of catalogue.models()) {
    const { layout } = catalogue.layoutOf(deviceOf(model))
    takeSpeech(layout.speech)
    heads.push({
      ...{ id: model.model, name: model.model, model: model.model, type: layout.type },
      ...{ icon: 'device', status: 2, networkType: 'zigbee', layout },
    })
  }
})

/** Recorded in turn, an hour apart, up to now. */
const trackOf = (values: readonly RawValue[], apart = HOUR) => ({
  times: values.map((_, n) => NOW - (values.length - n) * apart),
  values: [...values],
})

const unreadable = (text: string): boolean =>
  text === '' || text.length > 200 || /NaN|Infinity|undefined|\[object|\{\{|null/.test(text)

describe.each(languages)('2.4-017 the history of every value of every model, in %s', (language) => {
  beforeAll(async () => {
    await changeLanguage(language)
    await loadAreas(['handling', 'history', 'charts'])
  })

  const told = (of: (one: Recordable) => readonly RawValue[], apart = HOUR): string[] => {
    const found: string[] = []
    for (const one of heads.flatMap((head) => recordablesOf(head))) {
      const track = trackOf(of(one), apart)
      const at = `${one.head.model} ${one.placed.service}/${one.placed.property}`
      if (one.draw === 'area') {
        const line = lineOf(one, track as never, undefined, { widgets, words }, true)
        for (const value of line.track.values) {
          if (value === null) continue
          const { text } = line.tell(value)
          if (!Number.isFinite(value) || unreadable(text)) found.push(`${at}: ${value} is told as "${text}"`)
        }
        if (unreadable(line.label)) found.push(`${at}: is called "${line.label}"`)
        continue
      }
      const { bands, label } = bandOf(
        one,
        { now: track as never, before: undefined },
        WEEK,
        NOW,
        { widgets, words },
        true,
      )
      if (unreadable(label)) found.push(`${at}: is called "${label}"`)
      for (const [n, band] of bands.entries()) {
        if (unreadable(band.word))
          found.push(`${at}: ${String(band.value).slice(0, 20)} is told as "${band.word.slice(0, 60)}"`)
        const next = bands[n + 1]
        if (band.from > band.to || band.to > WEEK.to || (next && next.from < band.to))
          found.push(`${at}: a band from ${band.from} to ${band.to}`)
        if (band.level !== undefined && !(band.level >= 0 && band.level <= 1))
          found.push(`${at}: dimmed to ${band.level}`)
      }
    }
    return found
  }

  test('is told in words, whatever it was', () => {
    expect(heads.flatMap((head) => recordablesOf(head)).length).toBeGreaterThan(120)
    expect(told((one) => Array.from({ length: 4 }, () => valuesOf(one)).flat())).toEqual([])
  })

  test('is told when there is one value of it, or a week of nothing between two', () => {
    expect(told((one) => valuesOf(one).slice(0, 1))).toEqual([])
    expect(told((one) => valuesOf(one).slice(0, 2), 3.4 * 24 * HOUR)).toEqual([])
    expect(told(() => [])).toEqual([])
  })

  test('stays readable when a device tells what it cannot mean', () => {
    expect(told(() => HOSTILE)).toEqual([])
  })
})
