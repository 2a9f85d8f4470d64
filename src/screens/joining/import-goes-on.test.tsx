import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import screenFile from '#catalogue/screens/joining/add_wise_csv.json'
import { definitions } from '#data/catalogue.ts'
import type { Source } from '#engine/ports.ts'
import { Screen } from '#engine/screens/wizard/Screen.tsx'
import { useWizard } from '#engine/screens/wizard/wizard.ts'
import { homeOf, noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { WizardScreen } from '#schemas/generated/definitions/screen.ts'
import { gatewayOf } from '#session/fake-session.ts'
import { IncludeStep } from './steps/IncludeStep.tsx'

const screen = screenFile as WizardScreen
const rows = [
  { deviceId: '0000000000D1', deviceType: 'WISE-1', deviceName: 'Valve' },
  { deviceId: '0000000000D2', deviceType: 'WISE-1', deviceName: 'Sensor' },
]
const carriedOut = vi.fn<Source['act']>()
let hear: (event: string, data: unknown) => void = () => {}

/** The file has been read. */
function FileStep() {
  const { goOn } = useWizard()
  return (
    <button type="button" onClick={() => goOn({ rows })}>
      Read
    </button>
  )
}

beforeAll(() => loadAreas(['joining']), 60_000)
beforeEach(async () => {
  await changeLanguage('ch_EN')
  carriedOut.mockReset().mockResolvedValue({ ok: true, data: { timeout: 180, remaining: 180 } })
})
afterEach(cleanup)

async function importing() {
  const view = await renderScreen({
    Screen,
    screen,
    definitions,
    situation: { gateway: gatewayOf('DOC4-0001') },
    ports: {
      ...homeOf([]),
      source: {
        ...noSource,
        act: carriedOut,
        one: async () => ({ state: 'open', timeout: 180, remaining: 180 }),
      },
    },
    engine: {
      blocks: { readWiseCsv: FileStep, includeDevices: IncludeStep, nameDevices: () => null },
      onEvent: (listen) => {
        hear = listen
        return () => {}
      },
    },
  })
  await act(async () => void fireEvent.click(page.getByRole('button', { name: 'Read' })))
  await page.findByText('The network is open')
  return view
}
const sent = () =>
  carriedOut.mock.calls.map(([action]) => ('operation' in action ? action.operation : 'another'))

test('an import goes on when the page is left, and says so: nobody but those expected can join', async () => {
  await importing()
  expect(page.getByText(/You may leave this page/)).toBeDefined()
  cleanup()
  expect(sent()).toEqual(['authorizeWiseBulk'])
})

test('whoever goes back to the file has the import cancelled', async () => {
  await importing()
  await act(async () => void fireEvent.click(page.getByRole('button', { name: 'Back' })))
  await waitFor(() => expect(sent()).toEqual(['authorizeWiseBulk', 'cancelPairing']))
})

test('a device that failed does not count as done, and the outcome says so once', async () => {
  await importing()
  await act(async () => {
    hear('pairing_progress', { address: '0000000000D1', status: 'added', device_id: '0000000000D1' })
    hear('pairing_progress', { address: '0000000000D2', status: 'failed', code: 'INTERVIEW_FAILED' })
  })
  expect(page.getByText(/1 of 2 devices are added. One could not be added./)).toBeDefined()
  expect(page.getByRole('alert').textContent).toMatch(/The search continues/)
  // A gateway that counts whatever is over as complete.
  await act(async () =>
    hear('network_state_changed', { state: 'closed', timeout: 180, remaining: 0, reason: 'complete' }),
  )
  expect(page.queryByText(/Everything that was expected/)).toBeNull()
  expect(page.getByText(/Not everything that was expected could be added/)).toBeDefined()
  expect(page.getByRole('alert').textContent).not.toMatch(/continues/)
})
