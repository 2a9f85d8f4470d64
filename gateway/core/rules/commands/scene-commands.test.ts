import { describe, expect, test } from 'vitest'
import { homeWith } from '../../../../tests/gateway/kit.ts'
import { acts, ruleOf } from '../../../../tests/gateway/rules-kit.ts'

describe('notifications of an action set', () => {
  const rule = ruleOf('r', {
    scenes: [acts('s', { notifications: [{ notification_id: 'n', type: 1, short_desc: 'One' }] as never })],
  })
  const update = async (params: object) => {
    const { ask, home } = await homeWith([], { rules: [rule] })
    const { code } = await ask('update_scene_notification', {
      scene_id: 's',
      type: 1,
      short_desc: 'Two',
      ...params,
    })
    const [set] = home.rules()[0]?.scenes ?? []
    return [code, set?.notifications?.map(({ short_desc }) => short_desc)]
  }

  test('are changed by their id, added without one, and not changed where there is none', async () => {
    expect(await update({ notification_id: 'n' })).toEqual([0, ['Two']])
    expect(await update({})).toEqual([0, ['One', 'Two']])
    expect(await update({ notification_id: 'x' })).toEqual([404, ['One']])
    expect(await update({ scene_id: 'x' })).toEqual([404, ['One']])
  })
})
