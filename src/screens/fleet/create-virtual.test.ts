import type { ComponentProps, ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ActionResult, Calls } from '#engine/ports.ts'
import { actionContextOf } from '#engine/testing/action-context.ts'
import { homeOf, noSource } from '#engine/testing/render-screen.tsx'
import { loadAreas } from '#i18n/i18n.ts'
import { userOf } from '#session/fake-session.ts'
import { session } from '#session/session.ts'
import { createVirtual } from './list-actions.tsx'
import type { VirtualGateway, VirtualGatewayDialog } from './VirtualGatewayDialog.tsx'

const asked: VirtualGateway = { name: 'Trial', hardwareModel: 'VOC200', firmwareModel: '4.21.3' }
const numbers = { serialNumber: 'VOC2-0A1B-2C3D', secureId: '0123456789ABCDEF0123' }

beforeEach(async () => {
  await loadAreas(['toasts', 'codes'])
  session.signIn({ userId: 'chief', sessionId: 's1' })
  session.learn({
    settings: { flags: {}, modules: {} },
    user: { ...userOf('admin'), id: 'chief' },
    gateways: [],
  })
})
afterEach(() => session.end())

/** Creates one while the server answers the creation like this; what was called, in order. */
async function created(answer: ActionResult) {
  const calls: [operation: string, input: unknown][] = []
  const answers: Readonly<Record<string, ActionResult>> = {
    listHardware: { ok: true, data: { data: [{ hardwareModel: 'VOC200', virtual: true }] } },
    generateSerialNumber: { ok: true, data: numbers },
    createVirtualGateway: answer,
    assignGateway: { ok: true, data: {} },
  }
  const toast = vi.fn()
  const tried: ActionResult[] = []
  const call = (async (operation: string, input: unknown) => {
    calls.push([operation, input])
    return answers[operation] ?? { ok: false, code: 'unknown', message: '' }
  }) as Calls['call']
  const source = { ...noSource, call }
  const result = await createVirtual(
    actionContextOf({
      ports: { widgets: new Map(), ...homeOf(), source },
      refetch: () => {},
      toast,
      // Whoever is asked answers at once, and leaves what could not be done.
      overlay: (dialog) => {
        const { props } = dialog as ReactElement<ComponentProps<typeof VirtualGatewayDialog>>
        queueMicrotask(() =>
          props.onCreate(asked).then((answered) => {
            tried.push(answered)
            if (!answered.ok) props.onClose()
          }),
        )
        return () => {}
      },
    }),
  )
  return { result, calls, toast, tried }
}

describe('spec 1 §7 virtual gateway creation', () => {
  // 1.7-065 3.4-076
  test('an imported count above 0 leads to assign with the newly generated secure id and serial number', async () => {
    const { result, calls } = await created({ ok: true, data: { imported: 1, ...numbers } })
    expect(result.ok).toBe(true)
    expect(calls.map(([operation]) => operation)).toEqual([
      'listHardware',
      'generateSerialNumber',
      'createVirtualGateway',
      'assignGateway',
    ])
    expect(calls.at(-1)?.[1]).toMatchObject({ ...numbers, userId: 'chief', name: 'Trial' })
  })

  // 1.7-065 1.8-032 3.8-013
  test('an imported count of 0 assigns nothing, and says that none was created', async () => {
    const { result, calls, toast } = await created({ ok: true, data: { imported: 0 } })
    expect(result.ok).toBe(false)
    expect(calls.map(([operation]) => operation)).not.toContain('assignGateway')
    expect(toast).toHaveBeenCalledOnce()
  })

  test('a refusal assigns nothing', async () => {
    const refused = { ok: false, code: 'VIRTUALGV_CREATION_SETTINGS', message: '' } as const
    const { result, calls, tried } = await created(refused)
    // The dialog says why, with what was entered, until it is left.
    expect(tried).toEqual([refused])
    expect(result.ok).toBe(false)
    expect(calls.map(([operation]) => operation)).not.toContain('assignGateway')
  })
})
