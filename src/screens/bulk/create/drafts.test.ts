import { expect, test } from 'vitest'
import { actionOf, contentOf, draftsOf, emptyDrafts, floorsIn, kindOf, kinds } from './drafts.ts'

test('3.3-100 floors and their rooms are written a line each', () => {
  expect(floorsIn('Ground: Kitchen, Living room\n\n Attic \nCellar: Hobby: loud,')).toEqual([
    { floor_name: 'Ground', rooms: [{ room_name: 'Kitchen' }, { room_name: 'Living room' }] },
    { floor_name: 'Attic', rooms: [] },
    { floor_name: 'Cellar', rooms: [{ room_name: 'Hobby: loud' }] },
  ])
  expect(contentOf('lyt', { ...emptyDrafts, lyt: { text: ': Kitchen' } }, 'Flat')).toBeUndefined()
})

test('3.3-101 3.3-105 a scene is made of kinds of devices; without one there is none', () => {
  expect(contentOf('scn', emptyDrafts, '')).toBeUndefined()
  const [lights] = kinds
  if (!lights) throw new Error('There are no kinds')
  const action = actionOf(lights)
  expect(kindOf(action)).toBe(lights)
  const scn = { name: ' Night ', time: '22:45', days: Array(7).fill(true), actions: [action] }
  expect(contentOf('scn', { ...emptyDrafts, scn }, '')).toMatchObject({
    content_name: 'Night',
    content_params: [
      {
        destination_class: 'ScenarioController',
        params: {
          rule: { name: 'Night', time_triggers: [{ hour: 22, minute: 45 }], scenes: [{ devices: [action] }] },
        },
      },
    ],
  })
})

test('3.3-102 3.3-103 3.4-063 a status has a name and an icon; an open network needs nothing more', () => {
  expect(contentOf('ts', emptyDrafts, '')).toBeUndefined()
  expect(contentOf('ts', { ...emptyDrafts, ts: { name: 'Away', icon: 4, group: ' ' } }, '')).toEqual({
    content_name: 'Away',
    content_type: 'ts',
    content_params: [
      {
        ...{ name: 'update_scenario_status', type: 'query', destination_class: 'ScenarioController' },
        params: { name: 'Away', icon: 4 },
      },
    ],
  })
  for (const group of [' Presence ', null] as const) {
    const made = contentOf('ts', { ...emptyDrafts, ts: { name: 'Away', icon: 4, group } }, '')
    expect(made).toMatchObject({ content_params: [{ params: { group: group && 'Presence' } }] })
    // What there is can be made into another one without losing its group.
    expect(made && draftsOf(made)?.ts.group).toBe(group && 'Presence')
  }
  expect(contentOf('opn', emptyDrafts, 'Open')).toMatchObject({
    content_params: [
      { name: 'open_network', type: 'query', params: { type: 'inclusion', network: 'zwave' } },
    ],
  })
})
