import charts from '#catalogue/rules/charts.json'
import differences from '#catalogue/rules/differences.json'
import type { Range } from '#engine/charts/model/range.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { phrase, readPlain } from '#engine/property/state/words-of.ts'
import type { WidgetRegistry, Words } from '#engine/widget.ts'
import type { AnswerOf } from '#schemas/calls.ts'
import type { ChartRules } from '#schemas/generated/definitions/rules-charts.ts'
import type { DifferenceRules } from '#schemas/generated/definitions/rules-differences.ts'
import { idOf, nameOf, type Recordable, recordablesOf } from '../recordable.ts'
import { mainValuesOf } from './differences.ts'

const { counters } = charts as ChartRules
const { ofDays } = differences as DifferenceRules

type Numbers = AnswerOf<'homeNumbers'>['numbers']
type Told = Numbers[number]

/** One number on both days, in words. */
export interface NumberPair {
  id: string
  device: string
  label: string
  /** Of a counter what it went up by, of others their mean. */
  days: readonly [DayFigure, DayFigure]
  /** How much more it was on the second day, as the screen shows it. */
  by: string
  more: boolean
  counts: boolean
}

interface DayFigure {
  figure: string
  /** Between which values it moved; a counter has none. */
  span?: { min: string; max: string }
}

/** A day that still runs is compared with the same hours of the other; by quarters of an hour, so that it is not asked for anew all the time. */
export function sameHours([first, second]: readonly [Range, Range], now: number): readonly [Range, Range] {
  if (now >= second.to) return [first, second]
  const quarter = 15 * 60_000
  const elapsed = Math.max(0, Math.floor((now - second.from) / quarter) * quarter)
  const cut = ({ from }: Range): Range => ({ from, to: from + elapsed })
  return [cut(first), cut(second)]
}

const countsUp = ({ placed: { value } }: Recordable): boolean =>
  value.unit !== undefined && counters.includes(value.unit)

/** What is told in a word at its ends ("open") is a state, whatever counts it. */
const hasWords = ({ placed: { value } }: Recordable): boolean =>
  value.bands?.some(({ word }) => word !== undefined) ?? false

/** What two days are compared by: the numbers that a device is for, and whatever it counts. */
function comparedOf(head: DeviceHead): readonly Recordable[] {
  const main = new Set(mainValuesOf(head).map(({ address }) => idOf(address)))
  return recordablesOf(head).filter(
    (one) => one.draw === 'area' && !hasWords(one) && (main.has(idOf(one.address)) || countsUp(one)),
  )
}

/** What differs first, by how much it matters for its unit, and how many were much the same. */
export function pairedNumbers(
  heads: readonly DeviceHead[],
  [first, second]: readonly [Numbers, Numbers],
  { widgets, words }: { widgets: WidgetRegistry; words: Words },
): { different: readonly NumberPair[]; similar: number } {
  const [before, after] = [first, second].map(byId)
  const found = heads.flatMap(comparedOf).flatMap((one) => {
    const id = idOf(one.address)
    const [a, b] = [before?.get(id), after?.get(id)]
    const { unit, scale = 1 } = one.placed.value
    const least = unit === undefined ? undefined : ofDays[unit]
    if (!a || !b || least === undefined) return []
    const counts = countsUp(one)
    const figureOf = ({ gained, mean }: Told): number => (counts ? gained : mean)
    const by = figureOf(b) - figureOf(a)
    const said = (raw: number): string => phrase(readPlain(one.placed, raw, widgets, words))
    const day = (told: Told): DayFigure => ({
      figure: said(figureOf(told)),
      ...(!counts && { span: { min: said(told.min), max: said(told.max) } }),
    })
    const pair: NumberPair = {
      id,
      device: one.head.id,
      label: nameOf(one, words, true),
      days: [day(a), day(b)],
      by: said(Math.abs(by)),
      more: by > 0,
      counts,
    }
    return [{ pair, weight: Math.abs(by * scale) / least }]
  })
  const different = found.filter(({ weight }) => weight >= 1).toSorted((a, b) => b.weight - a.weight)
  return { different: different.map(({ pair }) => pair), similar: found.length - different.length }
}

const byId = (numbers: Numbers): ReadonlyMap<string, Told> =>
  new Map(
    numbers.map((told) => [
      idOf({ device: told.device_id, service: told.service_name, property: told.property_name }),
      told,
    ]),
  )
