import { useEffect, useEffectEvent, useState } from 'react'
import { useWords } from '#i18n/useWords.ts'
import { headOf, type LiveValue, type Telling } from '../../../cells/cell.ts'
import { usePorts } from '../../../engine.ts'
import type { DeviceLink, PropertyAddress, Row } from '../../../ports.ts'
import { lateWidgets } from '../../../property/state/late-widgets.ts'

/** What has not come by then is not known. */
const PATIENCE_MS = 2000

/** Waits until every value has come; ends early with the signal. */
export function settled(
  link: DeviceLink,
  addresses: readonly PropertyAddress[],
  signal: AbortSignal,
): Promise<void> {
  const waiting = new Set(addresses.filter((address) => link.get(address).value === undefined))
  if (waiting.size === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
      resolve()
    }
    const timer = setTimeout(end, PATIENCE_MS)
    const stops = [...waiting].map((address) =>
      link.subscribe(address, () => {
        waiting.delete(address)
        if (waiting.size === 0) end()
      }),
    )
    signal.addEventListener('abort', end, { once: true })
  })
}

export type LiveKeys = ReadonlyMap<unknown, string | number | undefined>

/**
 * What rows are ordered by where the channel keeps it: taken once for each question, since rows that change places
 * while somebody reads them are worse than an order that is a minute old.
 */
export function useLiveKeys(rows: readonly Row[], live: LiveValue | undefined): LiveKeys | undefined {
  const ports = usePorts()
  const { link } = ports
  const words = useWords()
  const [keys, setKeys] = useState<{ of: LiveValue; keys: LiveKeys }>()
  const read = useEffectEvent((of: LiveValue, widgets: Telling['widgets']) => {
    const telling: Telling = { link, widgets, words }
    const heads = rows.flatMap((row) => headOf(row) ?? [])
    setKeys({ of, keys: new Map(heads.map((head) => [head.id, of.key(head, telling)])) })
  })
  const addresses = useEffectEvent((of: LiveValue) =>
    rows.flatMap((row) => {
      const head = headOf(row)
      return head ? of.watches(head) : []
    }),
  )
  const count = rows.length
  // Layouts come after their devices, and only they say what there is to watch.
  const known = live ? rows.filter((row) => headOf(row)?.layout).length : 0
  useEffect(() => {
    if (!live || count + known === 0) return
    const ended = new AbortController()
    const come = Promise.all([lateWidgets(ports), settled(link, addresses(live), ended.signal)])
    come.then(([widgets]) => {
      if (!ended.signal.aborted) read(live, widgets)
    }, reportError)
    return () => ended.abort()
  }, [live, ports, link, count, known])
  return keys && keys.of === live ? keys.keys : undefined
}
