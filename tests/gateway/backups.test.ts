import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameHome } from '#gateway/lib/backups/content.ts'
import { planOf, targetOf, withSubstitutes } from '#gateway/lib/backups/plan.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { homeWith, lamp, MemoryStore } from './kit.ts'
import { acts, ruleOf } from './rules-kit.ts'

const DEVICES = ['lamp', 'desk', 'hall', 'attic']
const devices = DEVICES.map((id) => lamp({ id, device_name: `Lamp ${id}` }))
const EMPTY: HomeContent = { floors: [], rules: [], statuses: [], devices: [], infrared: [] }

const lights = (device: string): Rule['scenes'] => [
  acts(`set-${device}`, {
    devices: [
      { id: device, settings: [{ service_name: 'LightService', property_name: 'state', value: true }] },
    ],
  }),
]

/** Homes of these devices, set up at random: names are few, so that many are alike. */
const name = fc.constantFrom('Küche', 'kuche', 'Bad', 'Büro', '客厅', 'x'.repeat(100))
const unlike = {
  comparator: (a: string, b: string) => a.toLowerCase().normalize() === b.toLowerCase().normalize(),
}
const names = (most: number) => fc.uniqueArray(name, { maxLength: most, ...unlike })
const homes: fc.Arbitrary<HomeContent> = fc
  .record({
    floors: names(3),
    rooms: fc.array(fc.record({ name, floor: fc.nat(2), id: fc.nat(5), devices: fc.subarray(DEVICES) }), {
      maxLength: 5,
    }),
    rules: fc.uniqueArray(
      fc.record({ id: fc.nat(4), name, device: fc.constantFrom(...DEVICES), on: fc.boolean() }),
      {
        maxLength: 4,
        comparator: (a, b) => a.id === b.id || unlike.comparator(a.name, b.name),
      },
    ),
    statuses: names(3),
    called: fc.array(fc.constantFrom('Stehlampe', 'Licht', 'Lampe'), { minLength: 4, maxLength: 4 }),
  })
  .map(({ floors, rooms, rules, statuses, called }) => {
    const free = new Set(DEVICES)
    const used = new Set<string>()
    return {
      ...EMPTY,
      floors: floors.map((floor_name, at) => ({
        floor_id: `f${at}`,
        floor_name,
        rooms: rooms.flatMap((room) => {
          const key = `${at} ${room.name.toLowerCase().normalize()}`
          if (room.floor !== at || used.has(key) || used.has(`id ${room.id}`)) return []
          used.add(key).add(`id ${room.id}`)
          return [
            {
              room_id: `r${room.id}`,
              room_name: room.name,
              devices: room.devices.filter((id) => free.delete(id)),
            },
          ]
        }),
      })),
      rules: rules.map(({ id, name: rule, device, on }) =>
        ruleOf(`u${id}`, { name: rule, active: on, scenes: lights(device) }),
      ),
      statuses: statuses.map((status, icon) => ({ resource_id: `s${icon}`, name: status, icon })),
      devices: DEVICES.map((id, at) => ({ device_id: id, device_name: called[at] ?? id, class: 'TEST' })),
    }
  })

async function house(store = new MemoryStore()) {
  const { ask, driver, home, events } = await homeWith(devices, { store })
  const content = async (): Promise<HomeContent> =>
    ((await ask('get_backup')).data as { content: HomeContent }).content
  const restore = (target: HomeContent, base: HomeContent) =>
    ask('restore_backup', { content: target, base, user_id: 'ann' })
  return { ask, content, restore, driver, home, events, store }
}

describe('spec 3 §1 what people set up comes back from a backup (3.1-004)', () => {
  test('S-07 a random home, then another, then the first from its backup: it is the first, also after a restart', async () => {
    await fc.assert(
      fc.asyncProperty(homes, homes, async (first, second) => {
        const { content, restore, store } = await house()
        const begin = await content()
        expect(await restore(targetOf(begin, first, planOf(begin, first).items), begin)).toMatchObject({
          code: 0,
        })
        const backup = await content()
        expect(isSameHome(backup, first)).toBe(true)
        expect(await restore(targetOf(backup, second, planOf(backup, second).items), backup)).toMatchObject({
          code: 0,
        })
        const other = await content()
        expect(isSameHome(other, second)).toBe(true)
        const plan = planOf(other, backup)
        if (plan.items.length === 0) expect(isSameHome(targetOf(other, backup, []), backup)).toBe(true)
        expect(await restore(targetOf(other, backup, plan.items), other)).toMatchObject({ code: 0 })
        expect(isSameHome(await content(), backup)).toBe(true)
        const again = await house(store)
        expect(isSameHome(await again.content(), backup)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('whatever is chosen of a backup, the home takes it, and is as was said; everything else stays', async () => {
    await fc.assert(
      fc.asyncProperty(homes, homes, fc.infiniteStream(fc.boolean()), async (first, second, choose) => {
        const { content, restore } = await house()
        const begin = await content()
        await restore(targetOf(begin, first, planOf(begin, first).items), begin)
        const present = await content()
        const { items } = planOf(present, second)
        const chosen = items.filter(() => choose.next().value)
        const target = targetOf(present, second, chosen)
        expect(await restore(target, present)).toMatchObject({ code: 0 })
        const after = await content()
        expect(isSameHome(after, target)).toBe(true)
        const left = planOf(after, present).items.map(({ kind, id }) => `${kind} ${id}`)
        // A room that comes back brings its floor along, and takes its devices out of other rooms.
        const touched = new Set(chosen.map(({ kind, id }) => `${kind} ${id}`))
        for (const key of left.filter((one) => /^(rule|status|device)/.test(one)))
          expect(touched).toContain(key)
      }),
      { numRuns: 60 },
    )
  })

  test('all of it or nothing: what cannot be stored changes nothing, and nothing of a wrong backup comes in', async () => {
    const { content, restore, store, events } = await house()
    const begin = await content()
    const wanted: HomeContent = {
      ...begin,
      rules: [ruleOf('u', { name: 'Evening', scenes: lights('lamp') })],
      floors: [{ floor_id: 'f', floor_name: 'Ground', rooms: [] }],
    }
    const told = events.length
    store.broken = true
    expect((await restore(wanted, begin)).code).not.toBe(0)
    store.broken = false
    expect(isSameHome(await content(), begin)).toBe(true)
    const [rule] = wanted.rules
    const [floor] = wanted.floors
    if (!rule || !floor) throw new Error('nothing to try with')
    const wrong: Partial<HomeContent>[] = [
      { rules: [rule, rule] },
      { floors: [floor, floor] },
      { floors: [{ ...floor, floor_id: '../f' }] },
      { floors: [{ ...floor, rooms: [{ room_id: 'f', room_name: 'A', devices: [] }] }] },
      { statuses: ['a', 'b'].map((resource_id) => ({ resource_id, name: 'Away', icon: 1 })) },
      { statuses: [{ resource_id: 'a', name: '\u202e', icon: 1 }] },
    ]
    for (const part of wrong) expect((await restore({ ...wanted, ...part }, begin)).code).not.toBe(0)
    expect(isSameHome(await content(), begin)).toBe(true)
    expect(events.length).toBe(told)
  })

  test('a home that was changed since is not overwritten; what has been restored is restored again without a change', async () => {
    const { ask, content, restore, events } = await house()
    const begin = await content()
    await ask('add_floor', { floor_name: 'New' })
    expect(await restore({ ...begin, floors: [] }, begin)).toMatchObject({
      code: 409,
      message: 'changed_meanwhile',
    })
    const now = await content()
    expect((await restore(begin, now)).code).toBe(0)
    const told = events.length
    expect((await restore(begin, now)).code).toBe(0)
    expect(events.length).toBe(told)
  })

  test('each thing that comes back has its version, by whom, and can be taken back by itself', async () => {
    const { ask, content, restore } = await house()
    const begin = await content()
    await restore({ ...begin, rules: [ruleOf('u', { name: 'Evening', scenes: lights('lamp') })] }, begin)
    const { versions } = (await ask('get_object_history', { kind: 'rule', id: 'u' })).data as {
      versions: { change: string; user_id: string }[]
    }
    expect(versions[0]).toMatchObject({ change: 'restored', user_id: 'ann' })
  })

  test('a device that is gone leaves its scenes switched off, and says which; one of its model takes its place', async () => {
    const { content, restore } = await house()
    const begin = await content()
    const backup: HomeContent = {
      ...begin,
      floors: [
        {
          floor_id: 'f',
          floor_name: 'G',
          rooms: [{ room_id: 'r', room_name: 'R', devices: ['old', 'desk'] }],
        },
      ],
      rules: [ruleOf('u', { name: 'Evening', active: true, scenes: lights('old') })],
      devices: [
        ...begin.devices.filter(({ device_id }) => device_id !== 'attic'),
        { device_id: 'old', device_name: 'Old lamp', class: 'TEST' },
      ],
    }
    const plan = planOf(begin, backup)
    expect(plan.items).toContainEqual({
      ...{ kind: 'device', id: 'old', name: 'Old lamp', change: 'gone', model: 'TEST', used: 1 },
    })
    expect(plan.candidates.map(({ device_id }) => device_id)).toEqual(['attic'])
    expect(plan.items.find(({ kind }) => kind === 'rule')).toMatchObject({ misses: ['Old lamp'] })
    const without = targetOf(begin, backup, plan.items)
    expect(without.rules).toMatchObject([{ active: false }])

    const replaced = withSubstitutes(backup, { old: 'attic' })
    const better = planOf(begin, replaced)
    expect(better.items.filter(({ change }) => change === 'gone')).toEqual([])
    expect((await restore(targetOf(begin, replaced, better.items), begin)).code).toBe(0)
    const after = await content()
    expect(after.rules).toMatchObject([{ active: true, scenes: [{ devices: [{ id: 'attic' }] }] }])
    expect(after.floors[0]?.rooms[0]?.devices).toEqual(['attic', 'desk'])
    expect(after.devices.find(({ device_id }) => device_id === 'attic')?.device_name).toBe('Old lamp')
  })

  test('two things may have changed names since', async () => {
    const { content, restore } = await house()
    const begin = await content()
    const called = (one: string, other: string): HomeContent => ({
      ...begin,
      rules: [
        ruleOf('u', { name: one, scenes: lights('lamp') }),
        ruleOf('v', {
          name: other,
          scenes: [acts('v-set', { devices: lights('desk')?.[0]?.devices ?? [] })],
        }),
      ],
      statuses: [one, other].map((status, icon) => ({ resource_id: `s${icon}`, name: status, icon })),
      floors: [one, other].map((floor_name, at) => ({ floor_id: `f${at}`, floor_name, rooms: [] })),
    })
    const [ab, ba] = [called('A', 'B'), called('B', 'A')]
    expect((await restore(ab, begin)).code).toBe(0)
    const now = await content()
    expect((await restore(targetOf(now, ba, planOf(now, ba).items), now)).code).toBe(0)
    expect(isSameHome(await content(), ba)).toBe(true)
  })
})
