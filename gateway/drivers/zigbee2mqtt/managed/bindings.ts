import type { Wire } from '#gateway/core/ports.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import { type Fields, isFields, listOf } from '../../shared/fields.ts'
import type { BridgeRequest } from '../describe.ts'
import type { BridgeDevice } from '../wire.ts'
import type { Entry } from './entries.ts'
import { groupNumber, type Neighbour } from './neighbours.ts'

/** What one device can tell another to do. */
const BINDABLE: ReadonlySet<string> = new Set([
  'genScenes',
  'genOnOff',
  'genLevelCtrl',
  'lightingColorCtrl',
  'closuresWindowCovering',
  'hvacThermostat',
  'msIlluminanceMeasurement',
  'msTemperatureMeasurement',
  'msRelativeHumidity',
  'msSoilMoisture',
  'msCO2',
])

export const isBindable = (bridge: BridgeDevice): boolean => bindableClusters(bridge).length > 0

const bindableClusters = ({ endpoints }: BridgeDevice): string[] => [
  ...new Set(endpoints.flatMap(({ output }) => output.filter((one) => BINDABLE.has(one)))),
]

/** What a device tells others without the gateway: who they are, and how that is changed. */
export function bindings(bridge: BridgeDevice, neighbours: readonly Neighbour[]): Entry[] {
  const clusters = bindableClusters(bridge)
  if (clusters.length === 0) return []
  const sources = bridge.endpoints.filter(({ output }) => output.some((one) => BINDABLE.has(one)))
  const nameOf = (target: string): string => neighbours.find(({ id }) => id === target)?.name ?? target
  const fields: Record<string, Value> = {
    ...(sources.length > 1 && {
      from_endpoint: { kind: 'option', access: ['write'], options: sources.map(({ id }) => ({ value: id })) },
    }),
    to: {
      kind: 'option',
      access: ['write'],
      options: neighbours
        .filter(({ id }) => id !== bridge.ieee)
        .map(({ id, name }) => ({ value: id, label: name })),
    },
    clusters: {
      kind: 'list',
      access: ['write'],
      lengthMin: 1,
      lengthMax: clusters.length,
      item: { kind: 'option', access: ['write'], options: clusters.map((value) => ({ value })) },
    },
  }
  const listed = bridge.endpoints.flatMap(({ id, bindings: bound }) =>
    bound.map(({ cluster, target, endpoint }) => ({
      from_endpoint: id,
      cluster,
      to: nameOf(target),
      ...(endpoint !== undefined && { to_endpoint: String(endpoint) }),
    })),
  )
  const shown: Value = {
    kind: 'object',
    access: ['read'],
    fields: Object.fromEntries(
      ['from_endpoint', 'cluster', 'to', 'to_endpoint'].map((name): [string, Value] => [
        name,
        { kind: 'text', access: ['read'] },
      ]),
    ),
  }
  const ask =
    (request: string) =>
    (value: Wire): BridgeRequest => ({
      request,
      body: { from: bridge.ieee, ...(isFields(value) && bodyOf(value, neighbours)) },
      answer(data) {
        const failed = listOf(data.failed)
        if (failed.length > 0) throw new Error(`Not bound: ${failed.join(', ').slice(0, 200)}`)
        return undefined
      },
    })
  return [
    {
      name: 'bindings',
      compound: 'device',
      value: { kind: 'list', access: ['read'], item: shown, category: 'config' },
      worth: listed,
    },
    {
      name: 'bind',
      compound: 'device',
      value: { kind: 'object', access: ['write'], fields, category: 'config' },
      request: ask('device/bind'),
    },
    {
      name: 'unbind',
      compound: 'device',
      value: { kind: 'object', access: ['write'], fields, category: 'config' },
      request: ask('device/unbind'),
    },
  ]
}

/** The bridge names groups by their number, not by the id that they have as a device. */
function bodyOf(value: Fields, neighbours: readonly Neighbour[]): Fields {
  const to = neighbours.find(({ id }) => id === value.to)?.id
  return { ...value, to: groupNumber(to ?? '') ?? to ?? value.to }
}
