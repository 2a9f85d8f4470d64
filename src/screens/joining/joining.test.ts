import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrived, type Joining, joiningAfter, opening } from './joining.ts'

const told = (...events: readonly (readonly [string, object])[]): Joining =>
  events.reduce((joining, [event, data]) => joiningAfter(joining, event, data), opening)

describe('what is known while devices join', () => {
  // 2.4-052 2.4-054
  test('one device goes from found to added, and stays one', () => {
    const joining = told(
      ['adding_device_in_progress', { address: 'a', status: 'found' }],
      ['adding_device_in_progress', { address: 'a', status: 'interviewing' }],
      ['device_added', { device_id: 'a' }],
    )
    expect(joining.newcomers).toEqual([{ address: 'a', phase: 'added', device: 'a' }])
    expect(arrived(joining)).toEqual(['a'])
  })

  test('several join at once, each with its own state', () => {
    const joining = told(
      ['adding_device_in_progress', { address: 'a', status: 'found' }],
      ['adding_device_in_progress', { address: 'b', status: 'rebooting' }],
      ['event_adding_device_failed', { address: 'a', code: '705', message: 'Device already exists' }],
      ['pairing_progress', { address: 'c', status: 'waiting' }],
    )
    expect(joining.newcomers.map(({ address, phase }) => [address, phase])).toEqual([
      ['a', 'failed'],
      ['b', 'rebooting'],
      ['c', 'waiting'],
    ])
  })

  // 2.4-051
  test('the network is open, closing, closed, with what remains and why', () => {
    const state = { type: 'inclusion', network: 'zigbee', timeout: 180 }
    const open = told(['network_state_changed', { ...state, state: 'open', remaining: 180 }])
    expect(open).toMatchObject({ network: 'open', told: { remaining: 180, timeout: 180 } })
    const closed = joiningAfter(open, 'network_state_changed', {
      state: 'closed',
      remaining: 0,
      timeout: 180,
      reason: 'timeout',
    })
    expect(closed).toMatchObject({ network: 'closed', reason: 'timeout' })
  })

  test('other events and broken ones change nothing', () => {
    fc.assert(
      fc.property(fc.string(), fc.anything(), (event, data) => {
        expect(joiningAfter(opening, `other_${event}`, data)).toBe(opening)
      }),
    )
    for (const event of ['device_added', 'pairing_progress', 'adding_device_in_progress'])
      expect(joiningAfter(opening, event, { address: 7 })).toBe(opening)
  })
})
