import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import questions from '#catalogue/rules/analytics.json' with { type: 'json' }
import type { AnalyticsRules } from '#schemas/generated/definitions/rules-analytics.ts'
import { WholeGroups } from '#server/store/gateways/whole-group.ts'
import { openEngine } from '#server/store/open-engine.ts'
import { type Store, storeOn } from '#server/store/store.ts'
import { enginesUnderTest } from '../engines.ts'
import { gateway } from '../samples.ts'

const engines = await enginesUnderTest()
/** More than are looked up one by one each time. */
const SIZE = 620
const numbers = Array.from({ length: SIZE }, (_none, at) => `SN${String(at).padStart(5, '0')}`)
const key = (id: string) => ({ kind: 'gateway' as const, id })
const NAMED = (questions as AnalyticsRules).engines.find(({ id }) => id === 'Gateways')

async function filled(store: Store): Promise<void> {
  await store.gateways.createMany(numbers.map((number) => gateway(number, { model: 'DOC400' })))
  await store.groups.create({ _id: 'most', groupName: 'Most', description: 'Most', at: 1 })
  await store.groups.add('most', numbers.filter((_one, at) => at % 10 !== 0).map(key))
}

/** Who is in it, as lists and analytics say: a page from either end, which meet. */
async function said(store: Store): Promise<readonly string[]> {
  const engine = NAMED
  if (!engine) throw new Error('Gateways')
  const far = { page: 1, limit: SIZE / 2 }
  const [lists, analytics] = [new Set<string>(), new Set<string>()]
  for (const orderBy of ['name', '-name'] as const) {
    const asked = { ...far, orderBy }
    const page = await store.gateways.query({ group: 'most', model: 'DOC400', ...asked })
    const rows = await store.analytics.query(engine, { ...asked, parameters: { group: 'most' } })
    for (const { serialNumber } of page.data) lists.add(serialNumber)
    for (const { serialNumber } of rows.data) analytics.add(String(serialNumber))
  }
  expect([...analytics].toSorted()).toEqual([...lists].toSorted())
  return [...lists].toSorted()
}

describe.each(engines)('S-10 on $name, a group of most of a fleet', ({ fresh, place }) => {
  const inGroup = new Set(numbers.filter((_one, at) => at % 10 !== 0))
  const steps: readonly (readonly [
    what: string,
    does: (store: Store) => Promise<unknown>,
    now: (was: Set<string>) => unknown,
  ])[] = [
    [
      'somebody comes who is in no group',
      (store) => store.gateways.create(gateway('ZZ1', { model: 'DOC400' })),
      () => undefined,
    ],
    [
      'several come',
      (store) => store.gateways.createMany([gateway('ZZ2', { model: 'DOC400' }), gateway('ZZ3')]),
      () => undefined,
    ],
    ['one of them is added', (store) => store.groups.add('most', [key('ZZ1')]), (was) => was.add('ZZ1')],
    [
      'one is taken out',
      (store) => store.groups.takeOut('most', key('SN00001')),
      (was) => was.delete('SN00001'),
    ],
    [
      'one is added and another taken out as one',
      (store) =>
        store.atomically(async ({ groups }) => {
          await groups.add('most', [key('ZZ2')])
          await groups.takeOut('most', key('SN00002'))
        }),
      (was) => was.add('ZZ2') && was.delete('SN00002'),
    ],
    [
      'what was begun as one fails',
      (store) =>
        store
          .atomically(async ({ groups, gateways }) => {
            await groups.takeOut('most', key('SN00003'))
            expect((await gateways.counts({ group: 'most' })).count).toBe(SIZE - SIZE / 10 - 1)
            throw new Error('no')
          })
          .catch(() => undefined),
      () => undefined,
    ],
    [
      'another takes the place of one',
      (store) => store.groups.move('SN00005', 'SN00010'),
      (was) => was.delete('SN00005') && was.add('SN00010'),
    ],
    ['one is removed', (store) => store.purge.gateways('id-SN00004'), (was) => was.delete('SN00004')],
    ['the group is removed', (store) => store.groups.remove('most'), (was) => was.clear()],
  ]

  test('lists, figures and analytics have whoever is in it now, whatever was written since somebody asked', async () => {
    const store = await fresh()
    await filled(store)
    for (const [what, does, now] of [
      ['nothing', async () => undefined, () => undefined] as const,
      ...steps,
    ]) {
      await said(store)
      // By then it is known who is not in it.
      await setTimeout(30)
      expect(await said(store)).toEqual([...inGroup].toSorted())
      await does(store)
      now(inGroup)
      expect(await said(store), what).toEqual([...inGroup].toSorted())
    }
  })
  test('nobody is counted again while nobody comes or goes; a few always, and all who are asked for in one transaction', async () => {
    const engine = await openEngine(await place())
    onTestFinished(() => engine.close())
    const store = storeOn(engine)
    await filled(store)
    await store.groups.create({ _id: 'few', groupName: 'Few', description: 'Few', at: 1 })
    await store.groups.add('few', numbers.slice(0, 3).map(key))
    let asked = 0
    const sql = engine.sql.withPlugin({
      transformQuery({ node }) {
        asked += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const whole = new WholeGroups()
    const found = await vi.waitFor(async () => {
      const { members, missing = '' } = await whole.of({ sql }, 'most')
      expect(missing).not.toBe('')
      return { members, missing: JSON.parse(missing) as readonly string[] }
    })
    expect(found).toEqual({
      members: SIZE - SIZE / 10,
      missing: numbers.filter((_one, at) => at % 10 === 0),
    })
    const once = asked
    await whole.of({ sql }, 'most')
    expect(asked).toBe(once)
    await whole.changing(Promise.resolve())
    await whole.of({ sql }, 'most')
    expect(asked).toBeGreaterThanOrEqual(once + 2)

    const before = asked
    for (const _time of [1, 2]) expect(await whole.of({ sql }, 'few')).toEqual({ members: 3, all: false })
    expect(asked).toBeGreaterThanOrEqual(before + 2)

    const inside = new WholeGroups()
    await engine.sql.transaction().execute(async (transaction) => {
      await inside.of({ sql: transaction }, 'most')
      await setTimeout(30)
      expect((await inside.of({ sql: transaction }, 'most')).missing).toBeUndefined()
    })
  })
})
