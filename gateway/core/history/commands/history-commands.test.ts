import { describe, expect, test } from 'vitest'
import { homeWith } from '../../../../tests/gateway/kit.ts'
import { ruleOf } from '../../../../tests/gateway/rules-kit.ts'

describe('a rule that comes back', () => {
  test('is the version that was asked for, as a new version; one that never was is refused', async () => {
    const { ask, home } = await homeWith([], { rules: [ruleOf('r', { name: 'First' })] })
    await ask('update_rule_info', { rule_id: 'r', name: 'Second' })
    const restore = (version: number, id = 'r') => ask('restore_object', { kind: 'rule', id, version })
    expect([(await restore(99)).code, (await restore(1, 'x')).code]).toEqual([404, 404])
    expect(home.rules()[0]?.name).toBe('Second')
    expect((await restore(1)).code).toBe(0)
    expect(home.rules()[0]?.name).toBe('First')
    const { data } = await ask('get_object_history', { kind: 'rule', id: 'r' })
    expect(JSON.stringify(data)).toContain('"restored"')
  })
})
