import charts from '#catalogue/rules/charts.json'
import differences from '#catalogue/rules/differences.json'
import type { DeviceHead, PropertyState } from '#engine/ports.ts'
import { mainOf, partKey } from '#engine/property/state/address.ts'
import { apart, labelOf, phrase, readPlaced, readPlain } from '#engine/property/state/words-of.ts'
import type { RawValue, WidgetRegistry, Words } from '#engine/widget.ts'
import { coerce } from '#gateway/lib/values/value-kinds.ts'
import type { ChartRules } from '#schemas/generated/definitions/rules-charts.ts'
import type { DifferenceRules } from '#schemas/generated/definitions/rules-differences.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { type Recordable, recordablesOf, toneOf } from '../recordable.ts'
import type { PastHome } from './past-home.ts'

const rules: DifferenceRules = differences as DifferenceRules
const steps = (charts as ChartRules).status.node
export const FIRST = rules.first

type Kind = DifferenceRules['order'][number]

/** What was otherwise then; of each device what matters most. */
export interface Difference {
  device: DeviceHead
  kind: Kind
  /** The value that it is about; absent where it is whether the device was reached. */
  one?: Recordable
  /** "off"; of a device that was not reached neither. */
  was?: string
  now?: string
  /** By how much a number was higher. */
  higher?: string
  lower?: string
  reachedThen?: boolean
}

/** What a device is for: the values that its tile is operated by and shows first. */
export function mainValuesOf(head: DeviceHead): readonly Recordable[] {
  const { layout } = head
  if (!layout) return []
  const main = new Set(mainOf(layout.tile).flatMap(apart).map(partKey))
  const all = recordablesOf(head)
  const own = all.filter(({ placed }) => main.has(partKey(placed)))
  return own.length > 0 ? own : all.slice(0, 1)
}

interface Telling {
  widgets: WidgetRegistry
  words: Words
}

/** What was different, what matters most first. */
export function differencesOf(
  past: PastHome,
  present: readonly DeviceHead[],
  valueNow: (one: Recordable) => PropertyState | undefined,
  telling: Telling,
): readonly Difference[] {
  const then = new Map(past.heads.map((head) => [head.id, head]))
  const rank = ({ kind }: Difference): number => rules.order.indexOf(kind)
  return present
    .flatMap((head): Difference[] => {
      const before = then.get(head.id)
      if (!before) return []
      const [wasAway, isAway] = [isAwayAt(before), isAwayAt(head)]
      if (wasAway !== isAway) return [{ device: head, kind: 'away', reachedThen: !wasAway }]
      // What it would tell of a device that answers neither then nor now is old both times.
      if (isAway) return []
      const found = mainValuesOf(head).flatMap(
        (one) => differenceOf(one, past.held(one.address)?.value, valueNow(one)?.value, telling) ?? [],
      )
      return found.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1)
    })
    .toSorted((a, b) => rank(a) - rank(b))
}

const isAwayAt = ({ status }: DeviceHead): boolean => rules.away.includes(steps[String(status)] ?? '')

function differenceOf(
  one: Recordable,
  was: RawValue | undefined,
  now: RawValue | undefined,
  { widgets, words }: Telling,
): Difference | undefined {
  if (was === undefined || now === undefined || was === null || now === null) return undefined
  const { placed, head } = one
  const { scale = 1, unit } = placed.value
  const numbers = [was, now].map((value) => coerce({ kind: 'number' }, value))
  const [before, after] = numbers
  const said = (value: RawValue): string =>
    phrase(readPlaced(placed, new Map([[partKey(placed), value]]), widgets, words))
  if (unit !== undefined && typeof before === 'number' && typeof after === 'number') {
    const by = (before - after) * scale
    if (Math.abs(by) < (rules.numbers[unit] ?? Infinity)) return undefined
    const amount = phrase(readPlain(placed, Math.abs(before - after), widgets, words))
    return {
      device: head,
      kind: 'number',
      one,
      was: said(was),
      now: said(now),
      ...(by > 0 ? { higher: amount } : { lower: amount }),
    }
  }
  if (one.draw === 'area' || same(placed, was, now) || said(was) === said(now)) return undefined
  const tone = toneOf(one, was) ?? toneOf(one, now)
  const kind = rules.order.find((known) => known === tone) ?? 'state'
  return { device: head, kind, one, was: said(was), now: said(now) }
}

const same = ({ value }: Placed, a: RawValue, b: RawValue): boolean =>
  typeof a === 'object' || typeof b === 'object' ? a === b : coerce(value, a) === coerce(value, b)

/** "Temperature" */
export const labelOfValue = ({ placed }: Recordable, words: Words): string => labelOf(placed, words)
