import { describe, expect, test, vi } from 'vitest'
import { homeWith } from '../../../tests/gateway/kit.ts'

describe('what the gateway does as a machine', () => {
  const COMMANDS = [
    ['reboot', {}, 'reboot'],
    ['factory_reset', {}, 'factoryReset'],
    ['upgrade_firmware', { version: '4.2' }, 'upgrade'],
    ['cancel_firmware', {}, 'cancelUpgrade'],
    ['set_gateway_operation_mode', { mode: 2 }, 'setMode'],
  ] as const

  // 3.7-198
  test('the mode comes with the kind of connection, where one is said', async () => {
    const setMode = vi.fn(async () => {})
    const { ask } = await homeWith([], { machine: { setMode } })
    const params = { mode: 4_294_967_295, connectionType: 'remote' }
    expect(await ask('set_gateway_operation_mode', params)).toMatchObject({ code: 0, data: {} })
    expect(setMode).toHaveBeenCalledExactlyOnceWith(params)
    for (const wrong of [{}, { mode: -1 }, { mode: 4_294_967_296 }, { mode: 1, connectionType: 2 }])
      expect((await ask('set_gateway_operation_mode', wrong)).code).toBe(400)
    expect(setMode).toHaveBeenCalledOnce()
  })

  test.each(COMMANDS)('%s is done, and is impossible where it cannot be', async (command, params, part) => {
    const done: unknown[] = []
    const machine = { [part]: async (...given: unknown[]) => void done.push(...given, 'done') }
    const able = await homeWith([], { machine })
    expect(await able.ask(command, params)).toMatchObject({ code: 0, data: {} })
    expect(done.at(-1)).toBe('done')
    if (command === 'upgrade_firmware') expect(done[0]).toBe('4.2')
    if (command === 'set_gateway_operation_mode') expect(done[0]).toEqual({ mode: 2 })
    const unable = await homeWith([])
    expect(await unable.ask(command, params)).toMatchObject({ code: 501 })
  })

  test('a machine that fails says no more than that', async () => {
    const machine = {
      reboot: async () => {
        throw new Error('the button is stuck')
      },
    }
    const { ask, logged } = await homeWith([], { machine })
    expect(await ask('reboot')).toMatchObject({ code: 500, message: expect.not.stringContaining('button') })
    expect(logged).toHaveLength(1)
  })
})
