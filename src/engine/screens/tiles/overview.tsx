import { useMemo, useState, useSyncExternalStore } from 'react'
import { useText } from '#i18n/useText.ts'
import { numberLimit, useEngine, usePorts } from '../../engine.ts'
import type { DeviceHead, DeviceLink, PropertyAddress } from '../../ports.ts'
import { mainOf, partKey, partsOf } from '../../property/state/address.ts'
import { chargeOf } from '../../property/state/charge.ts'
import { partAt, shines } from '../../property/state/lit.ts'
import { useDevices } from '../../property/state/useHome.ts'
import { useWidgets } from '../../property/state/widgets.ts'
import { readPlaced } from '../../property/state/words-of.ts'
import type { RawValue, WidgetRegistry, Words } from '../../widget.ts'

/** error, offline, replace, restricted. */
const TROUBLED: ReadonlySet<number> = new Set([4, 5, 6, 7])

/** Only levels are asked for here, no words. */
const mute: Words = { number: String, say: (_, fallback) => fallback }

export interface Overview {
  /** Ids of devices that want a look. */
  attention: ReadonlySet<string>
  on: number
  offline: number
}

interface Watched extends PropertyAddress {
  /** What the value can say. */
  as: 'trouble' | 'on' | 'order'
  says(value: RawValue | undefined): boolean
}

interface Judging {
  widgets: WidgetRegistry
  /** Charge below which a device wants a look, per cent. */
  emptyBelow: number
}

/** The few values by which a device stands out: its battery, whether it is on, its orders. */
function watchedOf(device: DeviceHead, { widgets, emptyBelow }: Judging): readonly Watched[] {
  const { layout, id } = device
  if (!layout) return []
  const { header, switches = [] } = layout.tile
  const watched: Watched[] = []
  const add = (ref: { service: string; property: string }, as: Watched['as'], says: Watched['says']) =>
    watched.push({ device: id, service: ref.service, property: ref.property, as, says })
  if (layout.battery)
    add(layout.battery, 'trouble', (value) => (chargeOf(value) ?? Number.POSITIVE_INFINITY) < emptyBelow)
  // A detector that has found something says so in its head.
  if (header && !settable(header))
    add(header, 'trouble', (value) => {
      const values = new Map([[partKey(header), value ?? null]])
      return readPlaced(header, values, widgets, mute).level === 'danger'
    })
  const switching = layout.lit ? [layout.lit] : header && settable(header) ? [header] : switches
  for (const one of switching) {
    const part = partAt(layout, one)
    add(one, 'on', (value) => shines(value, part))
  }
  const counted = new Set(switching.map(partKey))
  const orders = new Set(mainOf(layout.tile).flatMap((placed) => partsOf(placed).filter(settable)))
  for (const part of orders) if (!counted.has(partKey(part))) add(part, 'order', () => false)
  return watched
}

const settable = ({ value }: { value: { access: readonly string[] } }): boolean =>
  value.access.includes('write')

/** What the values of devices say; whether these are within reach is known of their heads. */
interface Told {
  troubled: ReadonlySet<string>
  on: ReadonlySet<string>
}

class ToldStore {
  readonly #link: DeviceLink
  readonly #watched: readonly Watched[]
  #told: Told | undefined

  constructor(link: DeviceLink, heads: readonly DeviceHead[], judging: Judging) {
    this.#link = link
    this.#watched = heads.flatMap((head) => watchedOf(head, judging))
  }

  subscribe = (wake: () => void): (() => void) => {
    const look = () => {
      const next = this.#make()
      if (sameTold(next, this.#told)) return
      this.#told = next
      wake()
    }
    // Every value of the home counts here, so that counting must not follow every change.
    const ends = this.#watched.map((address) => this.#link.subscribe(address, look, 'calm'))
    return () => {
      for (const end of ends) end()
    }
  }

  get = (): Told => {
    this.#told ??= this.#make()
    return this.#told
  }

  #make(): Told {
    const troubled = new Set<string>()
    const on = new Set<string>()
    for (const watched of this.#watched) {
      const { value, delivery } = this.#link.get(watched)
      if (delivery.phase === 'failed' || delivery.phase === 'diverged') troubled.add(watched.device)
      if (!watched.says(value)) continue
      if (watched.as === 'trouble') troubled.add(watched.device)
      else on.add(watched.device)
    }
    return { troubled, on }
  }
}

const sameIds = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id))

const sameTold = (a: Told, b: Told | undefined): boolean =>
  b !== undefined && sameIds(a.on, b.on) && sameIds(a.troubled, b.troubled)

const sameLayouts = (a: readonly DeviceHead[], b: readonly DeviceHead[]): boolean =>
  a === b ||
  (a.length === b.length && a.every(({ id, layout }, at) => id === b[at]?.id && layout === b[at].layout))

function overviewOf(heads: readonly DeviceHead[], { troubled, on }: Told): Overview {
  const attention = new Set(troubled)
  const overview = { attention, on: on.size, offline: 0 }
  for (const { id, status } of heads) {
    if (status === 5) overview.offline += 1
    if (!TROUBLED.has(status)) continue
    attention.add(id)
    if (on.has(id)) overview.on -= 1
  }
  return overview
}

/** How the home as a whole is. */
export const useOverview = (): Overview => useOverviewOf(useDevices().heads)

/** How some devices are; the same list as long as they are the same. */
export function useOverviewOf(heads: readonly DeviceHead[]): Overview {
  const { link } = usePorts()
  const widgets = useWidgets()
  const { definitions } = useEngine()
  const emptyBelow = numberLimit(definitions, 'batteryEmpty')
  // Which values count depends on layouts alone: one device that goes offline makes nobody listen anew to all.
  const [laidOut, setLaidOut] = useState(heads)
  if (!sameLayouts(laidOut, heads)) setLaidOut(heads)
  const store = useMemo(
    () => new ToldStore(link, laidOut, { widgets, emptyBelow }),
    [link, laidOut, widgets, emptyBelow],
  )
  const told = useSyncExternalStore(store.subscribe, store.get)
  return useMemo(() => overviewOf(heads, told), [heads, told])
}

/** "41 devices, 12 of them on, one is offline." Of a home that is known in part only how many there are. */
export function Summary({ overview }: { overview: Overview }) {
  const { t } = useText()
  const { total, complete } = useDevices()
  const parts = [t('device.tiles.count', { count: total })]
  if (complete && overview.on > 0) parts.push(t('device.tiles.on', { count: overview.on }))
  if (complete && overview.offline > 0) parts.push(t('device.tiles.offline', { count: overview.offline }))
  return <>{`${parts.join(', ')}.`}</>
}
