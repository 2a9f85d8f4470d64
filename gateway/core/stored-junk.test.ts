import { describe, expect, test } from 'vitest'
import { homeWith, lamp, MemoryStore } from '../../tests/gateway/kit.ts'
import { TestClock } from '../../tests/gateway/test-clock.ts'

/** What a disk may give back in the place of what was written: of another kind, or only a part of it. */
const junk: readonly unknown[] = [
  null,
  true,
  7,
  'text',
  [],
  [1],
  {},
  { resource_id: 'x' },
  { id: 'x' },
  { from: 'base' },
  { to: 'base' },
  { id: 'x', name: 'X' },
  { resource_id: 'x', name: 'X' },
  { steps: [] },
  { run_id: 'x' },
]

const NOW = new TestClock().now()
const KINDS = [
  ['status', { resource_id: 'kept', name: 'Kept', icon: 1, state: true }],
  ['rule', { id: 'kept', name: 'Kept', rule_logic: 'OR', active: true }],
  ['scene', { id: 'kept', name: 'Kept', rule_ids: [], devices: [] }],
  [
    'run',
    {
      run_id: 'kept',
      rule_id: 'r',
      rule_name: 'R',
      at: NOW,
      trigger: { type: 'PLAYED', at: NOW },
      outcome: 'done',
      steps: [],
    },
  ],
  ['replacement', { from: 'base', to: 'kept', at: NOW, back: {} }],
  ['device', { driver: 'hand', device: lamp({ id: 'kept' }) }],
  ['causes', {}],
  ['miss', []],
  ['request', {}],
  ['history/status', []],
] as const

/** What can be seen of a home that had these things and a device. */
async function opened(entries: readonly (readonly [string, unknown])[]) {
  const store = new MemoryStore()
  const before = [
    ['statuses', true],
    ['rules', true],
    ['device/base', { driver: 'hand', device: lamp({ id: 'base' }) }],
  ] as const
  for (const [key, value] of [...before, ...entries]) store.entries.set(key, value)
  const { home, ask, logged } = await homeWith([], { store })
  const { data: statuses } = await ask('get_scenario_statuses_collection')
  const { data: runs } = await ask('get_rule_runs', { limit: 100 })
  const { code: scene } = await ask('get_scene_info', { scene_id: 'kept' })
  const devices = home.devices().map(({ id, status }) => [id, status])
  return { seen: { statuses, runs, scene, rules: home.rules(), devices }, logged }
}

describe('S-04 what a store gives back in another shape', () => {
  test.each(KINDS)('S-04 under %s is left out, and the home opens', async (kind) => {
    const { seen, logged } = await opened(junk.map((value, at) => [`${kind}/${at}`, value]))
    expect(seen).toEqual((await opened([])).seen)
    expect(logged).toEqual([])
  })

  test.each(KINDS)(
    'S-04 under the key of something else than %s is not taken for it',
    async (_kind, value) => {
      const { seen } = await opened([['else/kept', value]])
      expect(seen).toEqual((await opened([])).seen)
    },
  )

  test('S-04 does not take along what is whole', async () => {
    const { seen } = await opened([
      ...KINDS.map(([kind, value]) => [`${kind}/kept`, value] as const),
      ...KINDS.map(([kind]) => [`${kind}/broken`, null] as const),
    ])
    expect(seen).toMatchObject({
      devices: [
        ['base', 6],
        ['kept', 5],
      ],
      rules: [{ id: 'kept' }],
      scene: 0,
      statuses: { collection: [{ resource_id: 'kept' }] },
      runs: { runs: [{ run_id: 'kept' }] },
    })
  })
})
