import { use, useCallback, useMemo, useSyncExternalStore } from 'react'
import type { PropertyRef } from '#schemas/generated/entities/layout.ts'
import { usePorts } from '../../engine.ts'
import type { DeviceLink, Pace, PropertyAddress, PropertyState } from '../../ports.ts'
import type { RawValue } from '../../widget.ts'
import { SightContext } from './sight.ts'

/** One property of one device; wakes only for it. */
export function useProperty({ device, service, property }: PropertyAddress): PropertyState {
  const { link } = usePorts()
  const sight = use(SightContext)
  // Identity is part of the contract: a new function would subscribe anew at every paint.
  const address = useMemo(() => ({ device, service, property }), [device, service, property])
  const subscribe = useCallback(
    (wake: () => void) => {
      const listen = (heard: () => void) => link.subscribe(address, heard)
      const known = () => link.get(address).value !== undefined
      return sight ? sight.listen({ listen, known }, wake) : listen(wake)
    },
    [link, address, sight],
  )
  return useSyncExternalStore(subscribe, () => link.get(address))
}

/** An address that no device has. */
const NOWHERE = { service: '', property: '' }

/** The value at an address that the layout of a device may lack. */
export const useValueAt = (device: string, ref: PropertyRef | undefined): RawValue | undefined =>
  useProperty({ device, ...(ref ?? NOWHERE) }).value

/** Several properties as one snapshot that changes identity when any of them does. */
class Bundle {
  readonly #link: DeviceLink
  readonly #addresses: readonly PropertyAddress[]
  readonly #pace: Pace
  #states: readonly PropertyState[]

  constructor(link: DeviceLink, addresses: readonly PropertyAddress[], pace: Pace) {
    this.#link = link
    this.#pace = pace
    this.#addresses = addresses
    this.#states = addresses.map((address) => link.get(address))
  }

  get = (): readonly PropertyState[] => {
    const next = this.#addresses.map((address) => this.#link.get(address))
    if (next.some((state, index) => state !== this.#states[index])) this.#states = next
    return this.#states
  }

  known = (): boolean => this.get().every(({ value }) => value !== undefined)

  listen = (wake: () => void): (() => void) => {
    const ends = this.#addresses.map((address) => this.#link.subscribe(address, wake, this.#pace))
    return () => {
      for (const end of ends) end()
    }
  }
}

/**
 * States of several properties, in their order; wakes for these and no others. Whoever asks for those of a whole home
 * takes them calmly: once for each value, all are read.
 */
export function useProperties(
  addresses: readonly PropertyAddress[],
  pace: Pace = 'frame',
): readonly PropertyState[] {
  const { link } = usePorts()
  const sight = use(SightContext)
  // The same addresses come as new objects with every drawing; their text is what stays the same.
  const key = JSON.stringify(
    addresses.map(({ device, service, property }) => ({ device, service, property })),
  )
  const bundle = useMemo(
    () => new Bundle(link, JSON.parse(key) as PropertyAddress[], pace),
    [link, key, pace],
  )
  const subscribe = useCallback(
    (wake: () => void) => (sight ? sight.listen(bundle, wake) : bundle.listen(wake)),
    [bundle, sight],
  )
  return useSyncExternalStore(subscribe, bundle.get)
}
