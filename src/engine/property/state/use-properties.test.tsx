import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keyOf } from '#live/channel/protocol.ts'
import { PropertyStore } from '#live/property-store.ts'
import { PortsContext } from '../../engine.ts'
import type { DeviceLink, Pace, PropertyAddress, PropertyState } from '../../ports.ts'
import { useProperties } from './useProperty.ts'

const many = Array.from({ length: 400 }, (_, at) => ({ device: `d${at}`, service: 'S', property: 'p' }))
const UNKNOWN = { value: undefined } as PropertyState

/** A link over the store of the page, which counts how often a value is read. */
function world(pace: Pace) {
  const [frames, turns]: [(() => void)[], (() => void)[]] = [[], []]
  const store = new PropertyStore(
    { wants: () => {} },
    () => {},
    (flush) => void frames.push(flush),
    (ms, then) => void (ms === 0 && turns.push(then)),
  )
  const keyAt = ({ device, service, property }: PropertyAddress) => keyOf(device, service, property)
  const reads = { count: 0 }
  const link: DeviceLink = {
    get: (address) => {
      reads.count++
      return (store.get(keyAt(address)) as PropertyState | undefined) ?? UNKNOWN
    },
    subscribe: (address, wake, at) => store.subscribe(keyAt(address), wake, at),
    send: async () => ({ kind: 'done' }) as never,
    dismiss: () => {},
  }
  let shown: readonly PropertyState[] = []
  function Shown() {
    shown = useProperties(many, pace)
    return null
  }
  render(
    <PortsContext value={{ link } as never}>
      <Shown />
    </PortsContext>,
  )
  const arrives = (value: number) =>
    act(() => {
      store.apply(many.map((address) => [keyAt(address), value, value]))
      for (const queue of [frames, turns]) for (const then of queue.splice(0)) then()
    })
  return { arrives, reads, shown: () => shown }
}

test('values of a whole home that come at once are read a few times each, not once for each other', async () => {
  const { arrives, reads, shown } = world('calm')
  reads.count = 0
  await arrives(1)
  expect(shown().map(({ value }) => value)).toEqual(many.map(() => 1))
  expect(reads.count).toBeLessThan(10 * many.length)
})
