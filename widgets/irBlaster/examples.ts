import type { Example, RawValue } from '#engine/widget.ts'
import type { Placed, Value } from '#schemas/generated/entities/layout.ts'
import { placedOf } from '../shared/examples.ts'

const service = 'IRBlasterService'
const both = ['read' as const, 'write' as const]
const numbers = (...values: number[]) => values.map((value) => ({ value }))

const parts: Readonly<Record<string, Value>> = {
  type: { kind: 'option', access: both, options: numbers(0, 1, 2, 3, 4) },
  LearnMode: { kind: 'bool', access: both, on: true, off: false },
  LearnStatus: { kind: 'option', access: ['read'], options: numbers(0, 1, 255) },
  LearnedKeys: { kind: 'list', access: both },
}
const blaster = (...names: string[]): Placed =>
  placedOf(
    'irBlaster',
    service,
    'command',
    { kind: 'range', access: ['write'], min: 1, max: 255 },
    {
      grid: [0, 0, 4, 2],
      more: names.flatMap((property) => {
        const value = parts[property]
        return value ? [{ service, property, value }] : []
      }),
    },
  )
const values = (given: Readonly<Record<string, RawValue>>) =>
  Object.fromEntries(Object.entries(given).map(([property, value]) => [`${service}/${property}`, value]))

export const examples: readonly Example[] = [
  {
    name: 'television',
    placed: blaster('type', 'LearnMode', 'LearnStatus'),
    values: values({ type: 2, LearnMode: false, LearnStatus: 255 }),
  },
  {
    name: 'no device yet',
    placed: blaster('type', 'LearnMode', 'LearnStatus'),
    values: values({ type: 0, LearnMode: false }),
  },
  {
    name: 'codes kept by the gateway',
    placed: blaster('type', 'LearnMode', 'LearnStatus', 'LearnedKeys'),
    values: values({ type: 3, LearnMode: false, LearnedKeys: [1, 2, 7] }),
  },
  { name: 'commands only', placed: blaster('type'), values: values({ type: 1 }) },
]
