import { describe, expect, test } from 'vitest'
import { addressIn, isAddress, isCall } from './matching.ts'

describe('which address a sentence of the specification means', () => {
  test.each([
    ['Route bulk/details/{bulkId} shows 20 tasks per page.', 'bulk/details/{bulkId}'],
    ['Child route /room/{room_id} of /home_setup opens one room.', '/room/{room_id}'],
    ['/scenes has a child scene/{scene_id}.', 'scene/{scene_id}'],
    ['Route name rpl_gw_in_progress is the replacement screen.', 'rpl_gw_in_progress'],
    ['The change-password dialog shares the path of user_settings.', undefined],
  ])('%s', (what, address) => expect(addressIn(what)).toBe(address))

  test('names of parameters do not matter, beginnings may be left out, and another address is another one', () => {
    expect(isAddress('/home_setup/room/:room_id', '/room/{id}')).toBe(true)
    expect(isAddress('/bulk/log', '/bulk')).toBe(false)
    expect(isAddress('/accounts/:id', '{id}')).toBe(false)
  })
})

describe('which call a sentence of the specification means', () => {
  const call = (id: string, method: string, path: string) => ({ id, method, path })
  test.each([
    [
      call('assignGateway', 'PUT', '/udm/device/{sn}/assign'),
      'PUT /udm/device/{sn}/assign takes userId.',
      true,
    ],
    [
      call('unassignGateway', 'PUT', '/udm/device/{sn}/unassign'),
      'PUT /udm/device/{sn}/assign takes userId.',
      false,
    ],
    [call('kpi', 'GET', '/kpi/data/gateway'), '/kpi/data/gateway takes userId.', true],
    [call('key', 'POST', '/subs/licenceKeyForUser'), '/subs licenceKeyForUser takes username.', true],
    [
      call('key', 'POST', '/subs/licenceKeyForUser'),
      'The subscription call licenceKeyForUser asks username.',
      true,
    ],
    [
      call('sub', 'GET', '/subs/getSubForGateway/{sn}'),
      '/subs deactivate deactivates a subscription.',
      false,
    ],
  ])('%o: %s', (one, what, is) => expect(isCall(one, what)).toBe(is))
})
