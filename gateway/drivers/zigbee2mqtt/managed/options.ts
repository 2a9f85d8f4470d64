import type { Value } from '#schemas/generated/definitions/value.ts'
import { type Fields, field, isFields } from '../../shared/fields.ts'
import { fieldsOf } from '../describe.ts'
import type { BridgeDevice } from '../wire.ts'
import type { Entry } from './entries.ts'

/** What the bridge lets be set for any device. */
const common: Readonly<Record<string, Value>> = {
  retain: { kind: 'bool', access: ['write'], on: true, off: false },
  optimistic: { kind: 'bool', access: ['write'], on: true, off: false },
  debounce: { kind: 'range', access: ['write'], min: 0, max: 60, step: 0.1, unit: 's' },
}

/** For lamps besides: a shutter or a plug has no light to change slowly. */
const ofLights: Readonly<Record<string, Value>> = {
  transition: { kind: 'range', access: ['write'], min: 0, max: 60, step: 0.1, unit: 's' },
}

const optionFieldsOf = ({ definition }: BridgeDevice): Record<string, Value> => ({
  ...common,
  ...(definition?.exposes.some(({ type }) => type === 'light') && ofLights),
  ...fieldsOf(definition?.options ?? []),
})

/** The options that a device has, out of whatever the bridge's configuration holds for it. */
export function optionsIn(bridge: BridgeDevice, configured: Fields): Fields {
  const fields = optionFieldsOf(bridge)
  return Object.fromEntries(
    Object.keys(fields).flatMap((name) => {
      const value = field(configured, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** How the bridge treats a device: a form that its model describes. */
export function options(bridge: BridgeDevice): Entry[] {
  return [
    {
      name: 'options',
      compound: 'device',
      value: {
        kind: 'object',
        access: ['read', 'write'],
        fields: optionFieldsOf(bridge),
        category: 'config',
      },
      request: (value) => ({
        request: 'device/options',
        body: { id: bridge.ieee, options: value },
        answer: (data) => (isFields(data.to) ? optionsIn(bridge, data.to) : undefined),
      }),
    },
  ]
}
