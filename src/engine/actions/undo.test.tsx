import { act, screen as page, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { ToastRegion } from '#ui/toasts/ToastRegion.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { EngineContext, PortsContext } from '../engine.ts'
import type { Source } from '../ports.ts'
import { homeOf, noSource, situationOf } from '../testing/render-screen.tsx'
import { useActions } from './use-actions.tsx'

const act1 = { operation: 'removeGateway', confirm: 'undo' } as const
const carriedOut = vi.fn<Source['act']>(async () => ({ ok: true, data: undefined, status: 200 }))
const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
const bound = { row: { serialNumber: 'A' } }

function Probe() {
  const runner = useActions()
  return (
    <button type="button" onClick={() => void runner.run('remove', act1, bound)}>
      Remove
    </button>
  )
}

function App({ left = false }: { left?: boolean }) {
  const engine = { definitions: {} as never, actions: {}, blocks: {}, situation: situationOf() }
  const ports = { widgets: new Map(), ...homeOf(), source: { ...noSource, act: carriedOut } }
  return (
    <EngineContext value={engine}>
      <PortsContext value={ports}>
        {!left && <Probe />}
        <ToastRegion hide={5000} undo={8000} />
      </PortsContext>
    </EngineContext>
  )
}

const pass = (ms: number) => act(async () => await vi.advanceTimersByTimeAsync(ms))

beforeEach(async () => {
  await loadAreas(['shell'])
  await changeLanguage('ch_EN')
  carriedOut.mockClear()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  act(() => toasts.clear())
  vi.useRealTimers()
})

describe('an action that can be taken back', () => {
  test('is carried out when the time to take it back is over, once', async () => {
    render(<App />)
    await user.click(page.getByRole('button', { name: 'Remove' }))
    await pass(7500)
    expect(carriedOut).not.toHaveBeenCalled()
    await pass(1000)
    expect(carriedOut).toHaveBeenCalledOnce()
    expect(carriedOut).toHaveBeenCalledWith(act1, bound)
    await pass(20_000)
    expect(carriedOut).toHaveBeenCalledOnce()
  })

  test('is never carried out when it was taken back', async () => {
    const { rerender } = render(<App />)
    await user.click(page.getByRole('button', { name: 'Remove' }))
    await user.click(page.getByRole('button', { name: 'Undo' }))
    await pass(20_000)
    rerender(<App left />)
    act(() => void dispatchEvent(new Event('pagehide')))
    expect(carriedOut).not.toHaveBeenCalled()
  })

  test('is carried out at once when its screen is left, and can no longer be taken back', async () => {
    const { rerender } = render(<App />)
    await user.click(page.getByRole('button', { name: 'Remove' }))
    rerender(<App left />)
    expect(carriedOut).toHaveBeenCalledOnce()
    expect(page.queryByRole('button', { name: 'Undo' })).toBeNull()
    await pass(20_000)
    expect(carriedOut).toHaveBeenCalledOnce()
  })

  test('is carried out at once when the page is closed', async () => {
    render(<App />)
    await user.click(page.getByRole('button', { name: 'Remove' }))
    act(() => void dispatchEvent(new Event('pagehide')))
    expect(carriedOut).toHaveBeenCalledOnce()
  })

  test('two in a row are both carried out, or each taken back by itself', async () => {
    render(<App />)
    await user.click(page.getByRole('button', { name: 'Remove' }))
    await user.click(page.getByRole('button', { name: 'Remove' }))
    await user.click(page.getByRole('button', { name: 'Undo' }))
    await pass(9000)
    expect(carriedOut).toHaveBeenCalledOnce()
  })
})
