import { describe, expect, test } from 'vitest'
import type { HomeChange } from '#schemas/generated/entities/home-changes.ts'
import type { HomeContent } from '#schemas/generated/entities/home-content.ts'
import { restore_backup as isRestore } from '#schemas/generated/validate-commands.js'
import { ruleOf } from '../../../tests/gateway/rules-kit.ts'
import { changesBetween, isByHand, isHomeChange, standingIn, withChanges } from './changes.ts'
import { isSameHome } from './content.ts'

const EMPTY: HomeContent = { floors: [], rules: [], statuses: [], devices: [], infrared: [] }
const isContent = (content: unknown): boolean => isRestore({ content, base: EMPTY })
const setting = (property_name: string, value: unknown) => ({ service_name: 'S', property_name, value })
const home = (more: Partial<HomeContent> = {}): HomeContent => ({
  floors: [
    {
      floor_id: 'f',
      floor_name: 'Ground',
      rooms: [
        { room_id: 'r', room_name: 'Hall', devices: ['lamp'] },
        { room_id: 's', room_name: 'Bath', devices: [] },
      ],
    },
  ],
  rules: [ruleOf('one', { name: 'One' })],
  statuses: [{ resource_id: 'away', name: 'Away', icon: 1 }],
  devices: [
    { device_id: 'lamp', device_name: 'Lamp', class: 'L' },
    { device_id: 'fan', device_name: 'Fan', class: 'F' },
  ],
  settings: [{ device_id: 'lamp', values: [setting('speed', 1), setting('mode', 'a')] }],
  infrared: [],
  ...more,
})
const [ground] = home().floors
const renamed: HomeContent = home({
  floors: [
    {
      ...ground,
      rooms: (ground?.rooms ?? []).map((room) => ({ ...room, room_name: `New ${room.room_name}` })),
    },
  ] as never,
  rules: [ruleOf('one', { name: 'One', active: false }), ruleOf('two', { name: 'Two' })],
  statuses: [],
  settings: [{ device_id: 'lamp', values: [setting('speed', 9), setting('mode', 'a')] }],
})
const changes = changesBetween(home(), renamed)
const of = (kind: HomeChange['kind'], id: string): HomeChange => {
  const found = changes.find((one) => one.kind === kind && one.id === id)
  if (!found) throw new Error(`no change of ${kind} ${id}`)
  return found
}

describe('what was changed in a twin', () => {
  test('is named thing by thing, of settings only what differs', () => {
    expect(
      changes.map(({ kind, id, before, after }) => [kind, id, before !== undefined, after !== undefined]),
    ).toEqual([
      ['rule', 'one', true, true],
      ['rule', 'two', false, true],
      ['settings', 'lamp', true, true],
      ['room', 'r', true, true],
      ['room', 's', true, true],
      ['status', 'away', true, false],
    ])
    expect(of('settings', 'lamp').after).toEqual({ device_id: 'lamp', values: [setting('speed', 9)] })
    expect(changesBetween(home(), home())).toEqual([])
  })

  test('a scene counts by what it waits for, and not by what that is called', () => {
    const waiting = (device_id: string, rule_id: string, name: string, after = 60_000) =>
      home({
        rules: [
          ruleOf('one', {
            silence_triggers: [{ id: name, device_id, device_name: name, after }],
            run_triggers: [{ id: name, rule_id, name, end: 'over' }],
          }),
        ],
      })
    const begun = waiting('lamp', 'two', 'A')
    expect(isSameHome(begun, waiting('lamp', 'two', 'B'))).toBe(true)
    for (const other of [
      waiting('fan', 'two', 'A'),
      waiting('lamp', 'x', 'A'),
      waiting('lamp', 'two', 'A', 70_000),
    ])
      expect(isSameHome(begun, other)).toBe(false)
  })

  test('brought onto a home that began alike, makes it the same', () => {
    expect(isSameHome(withChanges(home(), changes), renamed)).toBe(true)
    expect(changes.map((change) => standingIn(home(), change))).toEqual(changes.map(() => 'open'))
    expect(changes.map((change) => standingIn(renamed, change))).toEqual(changes.map(() => 'done'))
  })

  test('leaves alone what the home did meanwhile, also in the settings of the same device', () => {
    const meanwhile = home({
      devices: [
        { device_id: 'lamp', device_name: 'Ceiling', class: 'L' },
        { device_id: 'fan', device_name: 'Fan', class: 'F' },
      ],
      settings: [{ device_id: 'lamp', values: [setting('speed', 1), setting('mode', 'b')] }],
    })
    const after = withChanges(meanwhile, [of('settings', 'lamp'), of('room', 's')])
    expect(after.devices).toEqual(meanwhile.devices)
    expect(after.settings).toEqual([
      { device_id: 'lamp', values: [setting('speed', 9), setting('mode', 'b')] },
    ])
    expect(after.rules).toEqual(meanwhile.rules)
    expect(after.floors[0]?.rooms.map(({ room_name }) => room_name)).toEqual(['Hall', 'New Bath'])
  })

  test('tells settings of one name apart by their service', () => {
    const of = (left: number, right: number) =>
      home({
        settings: [
          {
            device_id: 'lamp',
            values: [
              { ...setting('speed', left), service_name: 'LeftService' },
              { ...setting('speed', right), service_name: 'RightService' },
            ],
          },
        ],
      })
    const turned = changesBetween(of(1, 2), of(1, 3))
    expect(turned[0]?.after).toMatchObject({ values: [{ service_name: 'RightService', value: 3 }] })
    expect(withChanges(of(1, 2), turned).settings).toEqual(of(1, 3).settings)
  })

  test('says where the home has changed in the same meanwhile, and what its device would need to be there', () => {
    const meanwhile = home({
      rules: [ruleOf('one', { name: 'Other' })],
      settings: [{ device_id: 'lamp', values: [setting('speed', 5), setting('mode', 'a')] }],
      statuses: [{ resource_id: 'away', name: 'Gone', icon: 1 }],
    })
    expect(standingIn(meanwhile, of('rule', 'one'))).toBe('conflict')
    expect(standingIn(meanwhile, of('settings', 'lamp'))).toBe('conflict')
    expect(standingIn(meanwhile, of('status', 'away'))).toBe('conflict')
    expect(standingIn(meanwhile, of('rule', 'two'))).toBe('open')
    expect(standingIn(home({ devices: [] }), of('settings', 'lamp'))).toBe('gone')
  })

  test('names a device that was taken out, which is done by hand, and done where the home has none such', () => {
    const without = home({
      devices: home().devices.filter(({ device_id }) => device_id !== 'lamp'),
      settings: [],
      floors: [
        { ...ground, rooms: (ground?.rooms ?? []).map((room) => ({ ...room, devices: [] })) },
      ] as never,
    })
    const taken = changesBetween(home(), without)
    expect(taken.map(({ kind, id, name, after }) => [kind, id, name, after === undefined])).toEqual([
      ['room', 'r', 'Hall', false],
      ['device', 'lamp', 'Lamp', true],
    ])
    const [, lamp] = taken
    if (!lamp) throw new Error('no lamp')
    expect(isHomeChange(lamp, isContent)).toBe(true)
    expect([isByHand(lamp), standingIn(home(), lamp), standingIn(without, lamp)]).toEqual([
      true,
      'byHand',
      'done',
    ])
    // One that is called otherwise is no such thing.
    expect(isByHand({ kind: 'device', after: { device_id: 'lamp' } })).toBe(false)
    expect(isByHand({ kind: 'rule' })).toBe(false)
  })

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['a thing of another id', { after: ruleOf('other') }],
    ['a thing that no gateway takes', { after: { id: 'one' } }],
    ['a before that no gateway had', { before: { id: 'one', rooms: 3 }, after: ruleOf('one') }],
  ])('is refused where it is %s', (_what, more) => {
    expect(isHomeChange({ kind: 'rule', id: 'one', name: 'x', ...(more as object) }, isContent)).toBe(false)
  })

  test('is taken as it comes out of a twin', () => {
    for (const change of changes)
      expect([change.kind, isHomeChange(change, isContent)]).toEqual([change.kind, true])
    expect(
      isHomeChange(
        { kind: 'settings', id: 'lamp', name: 'x', after: { device_id: 'lamp', values: 3 } },
        isContent,
      ),
    ).toBe(false)
  })
})
