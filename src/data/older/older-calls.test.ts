import { describe, expect, test, vi } from 'vitest'
import { withOlderCalls } from './older-calls.ts'

const unknown = Object.assign(new Error('There is no such command'), { code: '404' })
const offer = { campaignID: 'c7', softwareVersion: '4.22.0', description: 'Faster' }

function asking(fails: Error | undefined, serialNumber: string | undefined = 'DOC4-0001') {
  const ask = vi.fn(async () => {
    if (fails) throw fails
    return { from: 'channel' }
  })
  const call = vi.fn(async () => ({ status: 200, data: offer }))
  return { call, ask: withOlderCalls(ask as never, { call } as never, () => serialNumber) }
}

describe('commands that older firmware does not know', () => {
  test('are not called otherwise where they are answered', async () => {
    const { ask, call } = asking(undefined)
    expect(await ask('check_upgrade', {})).toEqual({ from: 'channel' })
    expect(call).not.toHaveBeenCalled()
  })

  // 3.4-015
  test('fall back to the legacy call', async () => {
    const { ask, call } = asking(unknown)
    expect(await ask('check_upgrade', {})).toEqual(offer)
    expect(call).toHaveBeenLastCalledWith('checkFirmware', { sn: 'DOC4-0001' })
    const choice = { gatewayID: 'g1', campaignID: 'c7' }
    await ask('confirm_upgrade', choice)
    expect(call).toHaveBeenLastCalledWith('confirmCampaign', choice)
  })

  test.each([
    ['another failure', 'check_upgrade', new Error('The gateway is offline'), 'DOC4-0001'],
    ['a command that nothing came before', 'reboot', unknown, 'DOC4-0001'],
    ['no gateway', 'check_upgrade', unknown, undefined],
    ['a command with a name of every object', 'constructor', unknown, 'DOC4-0001'],
  ])('not after %s', async (_what, command, failure, serialNumber) => {
    const call = vi.fn()
    const ask = withOlderCalls(
      async () => Promise.reject(failure),
      { call } as never,
      () => serialNumber,
    )
    await expect(ask(command, {})).rejects.toBe(failure)
    expect(call).not.toHaveBeenCalled()
  })
})
