import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PortsContext } from '#engine/engine.ts'
import type { Source } from '#engine/ports.ts'
import { homeOf, noSource } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAllTexts } from '#i18n/i18n.ts'
import { session } from '#session/session.ts'
import { at, enter } from '../fake-house.ts'
import { activity } from './current.ts'
import JobPanel from './JobPanel.tsx'

const carriedOut = vi.fn<Source['act']>()

beforeAll(async () => {
  await import('#ui/dialog/DialogFrame.tsx')
  await loadAllTexts()
}, 60_000)
beforeEach(async () => {
  await changeLanguage('ch_EN')
  carriedOut.mockReset().mockResolvedValue({ ok: true, data: {} })
  enter('users')
})
afterEach(() => {
  cleanup()
  act(() => session.end())
})

const open = async () => {
  at(
    '/',
    <PortsContext value={{ widgets: new Map(), ...homeOf([]), source: { ...noSource, act: carriedOut } }}>
      <JobPanel onClose={() => {}} />
    </PortsContext>,
  )
  await screen.findByRole('dialog')
}

const network = (state: string, remaining = 0) => ({ state, type: 'inclusion', timeout: 180, remaining })
const take = (event: string, data: object) => act(() => activity.take(event, data, Date.now(), { here: 'A' }))

test('devices that join are one job: time left, how many, why some failed; it can be ended, and begun again', async () => {
  await open()
  take('network_state_changed', network('open', 180))
  for (const address of ['d1', 'd2', 'd3']) take('pairing_progress', { address, status: 'waiting' })
  take('pairing_progress', { address: 'd1', status: 'added', device_id: 'd1' })
  take('pairing_progress', { address: 'd2', status: 'failed', code: 'TIMEOUT' })
  take('pairing_progress', { address: 'd3', status: 'failed', code: 'SOMETHING_NEW' })
  const entry = within(screen.getByRole('listitem'))
  expect(entry.getByText(/^Devices join/)).toBeDefined()
  expect(entry.getByText(/The network is open · 0[23]:\d\d left/)).toBeDefined()
  expect(entry.getByText('1 of 3 added, 2 failed')).toBeDefined()
  expect(entry.getByText('A device did not report in time.')).toBeDefined()
  expect(entry.getByText('One of them failed.')).toBeDefined()
  expect(entry.getByRole('progressbar')).toBeDefined()

  await act(async () => void fireEvent.click(entry.getByRole('button', { name: 'Cancel' })))
  expect(carriedOut.mock.calls.map(([action]) => action)).toMatchObject([{ command: 'close_network' }])

  take('network_state_changed', { ...network('closed'), reason: 'asked' })
  expect(entry.getByText(/The network is closed/)).toBeDefined()
  expect(entry.queryByRole('progressbar')).toBeNull()
  await act(async () => void fireEvent.click(entry.getByRole('button', { name: 'Again' })))
  expect(screen.getByRole('status', { name: 'address' }).textContent).toBe('/devices/add_device')
})

test('a job of another gateway can be seen, not ended', async () => {
  await open()
  act(() => activity.take('network_state_changed', network('open', 60), Date.now(), { here: 'B' }))
  const entry = within(screen.getByRole('listitem'))
  expect(entry.getByText(/^Devices join/)).toBeDefined()
  expect(entry.queryByRole('button')).toBeNull()
})
