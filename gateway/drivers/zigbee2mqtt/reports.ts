import type { Wire } from '#gateway/core/ports.ts'
import { hexOf } from '../shared/colour.ts'
import { type Fields, field, isFields } from '../shared/fields.ts'
import type { BridgeAddress } from './describe.ts'

export interface Reported {
  at: BridgeAddress
  value: Wire
}

/** What a state message says of the properties of a device. Null is "not known to the bridge", and no news for us. */
export function reportsOf(state: Fields, addresses: readonly BridgeAddress[]): Reported[] {
  return addresses.flatMap((at) => {
    const raw = at.path ? found(state, at.path) : field(state, at.key)
    // An action of "" is the end of an action, which is no event.
    if (raw === undefined || raw === null || raw === at.absent || (at.event && raw === '')) return []
    if (at.kind !== 'color') return [{ at, value: raw as Wire }]
    const hex = hexOf(raw)
    return hex === undefined ? [] : [{ at, value: hex }]
  })
}

function found(state: Fields, path: readonly string[]): unknown {
  return path.reduce<unknown>((of, name) => (isFields(of) ? field(of, name) : undefined), state)
}

/** The body of `/set` for one property. */
export function bodyOf(at: BridgeAddress, value: Wire): string {
  return JSON.stringify({
    [at.key]: at.kind === 'color' && typeof value === 'string' ? { hex: value } : value,
  })
}
