import type { Wire } from '#gateway/core/ports.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { BridgeRequest } from '../describe.ts'
import type { BridgeDevice } from '../wire.ts'
import { type Entry, once } from './entries.ts'

/** An update is downloaded and sent over the radio: that takes hours at worst. */
export const updatePatience = 4 * 3_600_000
/** A check asks a server in the internet. */
export const checkPatience = 60_000
/** Devices that have it can be updated. */
export const INSTALL = 'install_update'
/** Firmware of a device: what it has, what there is, how far an update has come. */
export function firmware({ ieee, battery }: BridgeDevice): Entry[] {
  const read = (name: string, key: string, value: Omit<Value, 'access'>): Entry => ({
    name,
    compound: 'update',
    value: { ...value, access: ['read'], category: 'diagnostic' },
    path: ['update', key],
    // The bridge's word for a version that it does not know.
    absent: -1,
  })
  const states = ['idle', 'available', 'updating', 'scheduled'].map((value) => ({ value }))
  const ask = (request: string, patience: number, answer?: BridgeRequest['answer']) => (): BridgeRequest => ({
    request: `device/ota_update/${request}`,
    body: { id: ieee },
    patience,
    answer,
  })
  const plan = (value: Wire): BridgeRequest =>
    ask(value === 'unschedule' ? 'unschedule' : 'schedule', checkPatience)()
  return [
    read('installed_version', 'installed_version', { kind: 'text' }),
    read('latest_version', 'latest_version', { kind: 'text' }),
    read('update_state', 'state', { kind: 'option', options: states }),
    read('update_progress', 'progress', { kind: 'number', unit: '%' }),
    read('update_remaining', 'remaining', { kind: 'number', unit: 's' }),
    { name: 'check_update', compound: 'update', value: once('check'), request: ask('check', checkPatience) },
    {
      name: INSTALL,
      compound: 'update',
      value: once('install'),
      request: ask('update', updatePatience),
    },
    // One that sleeps is updated when it wakes up.
    ...(battery
      ? [
          {
            name: 'schedule_update',
            compound: 'update',
            value: { ...once('schedule'), options: [{ value: 'schedule' }, { value: 'unschedule' }] },
            request: plan,
          },
        ]
      : []),
  ]
}
