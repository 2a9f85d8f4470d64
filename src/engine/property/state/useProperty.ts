import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react'
import type { PropertyRef } from '#schemas/generated/entities/layout.ts'
import { usePorts } from '../../engine.ts'
import type { DeviceLink, PropertyAddress, PropertyState } from '../../ports.ts'
import type { RawValue } from '../../widget.ts'

/** False while nobody can see it: a tile out of sight wakes for nothing. */
export const InSightContext = createContext(true)

const silence = () => {}

/** One property of one device; wakes only for it. */
export function useProperty({ device, service, property }: PropertyAddress): PropertyState {
  const { link } = usePorts()
  const inSight = use(InSightContext)
  // Identity is part of the contract: a new function would subscribe anew at every paint.
  const address = useMemo(() => ({ device, service, property }), [device, service, property])
  const subscribe = useCallback(
    (wake: () => void) => (inSight ? link.subscribe(address, wake) : silence),
    [link, address, inSight],
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
  #states: readonly PropertyState[]

  constructor(link: DeviceLink, addresses: readonly PropertyAddress[]) {
    this.#link = link
    this.#addresses = addresses
    this.#states = addresses.map((address) => link.get(address))
  }

  get = (): readonly PropertyState[] => {
    const next = this.#addresses.map((address) => this.#link.get(address))
    if (next.some((state, index) => state !== this.#states[index])) this.#states = next
    return this.#states
  }

  subscribe = (wake: () => void): (() => void) => {
    const ends = this.#addresses.map((address) => this.#link.subscribe(address, wake))
    return () => {
      for (const end of ends) end()
    }
  }
}

/** States of several properties, in their order; wakes for these and no others. */
export function useProperties(addresses: readonly PropertyAddress[]): readonly PropertyState[] {
  const { link } = usePorts()
  const inSight = use(InSightContext)
  // The same addresses come as new objects with every drawing; their text is what stays the same.
  const key = JSON.stringify(
    addresses.map(({ device, service, property }) => ({ device, service, property })),
  )
  const bundle = useMemo(() => new Bundle(link, JSON.parse(key) as PropertyAddress[]), [link, key])
  const subscribe = useCallback(
    (wake: () => void) => (inSight ? bundle.subscribe(wake) : silence),
    [bundle, inSight],
  )
  return useSyncExternalStore(subscribe, bundle.get)
}
