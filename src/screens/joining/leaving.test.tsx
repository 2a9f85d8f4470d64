import { act, fireEvent, screen as page, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import flags from '#catalogue/flags.json' with { type: 'json' }
import device from '#catalogue/resources/device.json' with { type: 'json' }
import replaceDevice from '#catalogue/screens/joining/replace_device.json' with { type: 'json' }
import { definitions } from '#data/catalogue.ts'
import { usesOf } from '#engine/actions/use-of.ts'
import type { ScreenProps } from '#engine/engine.ts'
import type { DeviceHead, Source } from '#engine/ports.ts'
import { Screen } from '#engine/screens/wizard/Screen.tsx'
import { homeOf, noSource, renderScreen, situationOf } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { Action } from '#schemas/generated/definitions/action.ts'
import type { WizardScreen } from '#schemas/generated/definitions/screen.ts'
import { ExcludeDialog } from './ExcludeDialog.tsx'
import { PlanStep } from './steps/PlanStep.tsx'
import { ReplacedStep } from './steps/ReplacedStep.tsx'
import { ReplacementDoneStep } from './steps/ReplacementDoneStep.tsx'
import { SuccessorStep } from './steps/SuccessorStep.tsx'

const screen = replaceDevice as unknown as WizardScreen
const headOf = (id: string, facts: Partial<DeviceHead> = {}): DeviceHead => ({
  id,
  name: `Device ${id}`,
  model: 'LAMP-1',
  type: 'Light',
  icon: 'bulb',
  status: 2,
  networkType: 'zwave',
  layout: undefined,
  ...facts,
})

const carriedOut = vi.fn<Source['act']>()
const asked = vi.fn<Source['one']>()
const closed = vi.fn<(gone: boolean) => void>()
let hear: (event: string, data: unknown) => void = () => {}

beforeAll(async () => {
  await import('#ui/dialog/DialogFrame.tsx')
  await loadAreas(['joining', 'properties'])
}, 60_000)
beforeEach(async () => {
  await changeLanguage('ch_EN')
  carriedOut.mockReset().mockResolvedValue({ ok: true, data: { timeout: 180, remaining: 180 } })
  asked.mockReset()
  closed.mockReset()
})

const press = async (name: string | RegExp, role: 'button' | 'radio' = 'button') => {
  const button = await page.findByRole(role, { name })
  await act(async () => void fireEvent.click(button))
}
const happens = (event: string, data: object) => act(async () => hear(event, data))
const sent = () => carriedOut.mock.calls.map(([action]) => ('command' in action ? action.command : ''))

async function draw(
  Drawn: (props: ScreenProps<WizardScreen>) => React.ReactNode,
  heads: readonly DeviceHead[],
) {
  const house = homeOf(heads)
  const view = await renderScreen({
    Screen: Drawn,
    screen,
    definitions,
    params: { device: 'old' },
    situation: {
      settings: Object.fromEntries(Object.entries(flags.flags).map(([name, { value }]) => [name, value])),
    },
    ports: { ...house, source: { ...noSource, act: carriedOut, one: asked } },
    engine: {
      blocks: {
        chooseReplaced: ReplacedStep,
        findSuccessor: SuccessorStep,
        replacementPlan: PlanStep,
        replacementDone: ReplacementDoneStep,
      },
      onEvent: (listen) => {
        hear = listen
        return () => {}
      },
    },
  })
  return { ...view, house }
}
const exclude = (head: DeviceHead) => draw(() => <ExcludeDialog device={head} onClose={closed} />, [head])

describe('spec 2 §4 exclude', () => {
  // 2.4-057 2.4-056 2.2-051 2.2-052 2.1-005
  test('a Z-Wave device with status 2 opens network exclusion, and device_removed advances', async () => {
    await exclude(headOf('a'))
    await press('Exclude')
    expect(sent()).toEqual(['open_exclusion'])
    expect(await page.findByRole('timer')).toBeDefined()
    await happens('device_removed', { device_id: 'b' })
    expect(page.queryByText(/no longer belongs/)).toBeNull()
    await happens('device_removed', { device_id: 'a' })
    expect(page.getByText(/no longer belongs/)).toBeDefined()
    await press('Done')
    expect(closed).toHaveBeenCalledWith(true)
  })

  // 2.4-058
  test.each([
    { networkType: 'zwave', status: 5 },
    { networkType: 'zigbee', status: 2 },
    { networkType: 'wise', status: 2 },
    { networkType: 'ip', status: 2 },
  ] as const)('any other device is removed as a failed node: %j', async (facts) => {
    await exclude(headOf('a', facts))
    await press('Exclude')
    expect(sent()).toEqual(['remove_failed_node'])
    expect(await page.findByText(/no longer belongs/)).toBeDefined()
  })

  // 2.4-059
  test('one that does not answer can be removed by force', async () => {
    carriedOut.mockResolvedValueOnce({ ok: false, code: '500', message: '' })
    await exclude(headOf('a', { status: 5 }))
    await press('Exclude')
    expect((await page.findByRole('alert')).textContent).toMatch(/does not answer/)
    await press('Remove anyway')
    expect(sent()).toEqual(['remove_failed_node', 'force_remove_node'])
    expect(await page.findByText(/no longer belongs/)).toBeDefined()
  })

  test('when the time is over it has not left; cancelling closes the network', async () => {
    await exclude(headOf('a'))
    await press('Exclude')
    await page.findByRole('timer')
    await happens('network_state_changed', { state: 'closed', reason: 'timeout', timeout: 180, remaining: 0 })
    expect(page.getByRole('alert').textContent).toMatch(/has not left/)
    await press('Cancel')
    expect(closed).toHaveBeenCalledWith(false)
  })
})

describe('what the configuration takes away', () => {
  const offered = (settings: Record<string, unknown>, facts: object = {}) => {
    const on = { DEVICE_MANIPULATION: true, DEVICE_EXCLUDE: true, REPLACE_DEVICE: true, ...settings }
    const situation = situationOf({
      settings: on,
      flags: new Set(Object.entries(on).flatMap(([name, value]) => (value === true ? [name] : []))),
    })
    const row = { id: 'a', model: 'LAMP-1', type: 'Light', status: 2, head: {}, ...facts }
    const actions = device.actions as unknown as Record<string, Action>
    return usesOf(['exclude', 'replaceDevice'], actions, situation, { row }).map(({ name }) => name)
  }

  // 2.5-055 2.5-056 2.6-005 2.6-006
  test('excluding and replacing, by flag, by class and by type', () => {
    expect(offered({})).toEqual(['exclude', 'replaceDevice'])
    expect(offered({ DEVICE_EXCLUDE: false })).toEqual(['replaceDevice'])
    expect(offered({ REPLACE_DEVICE: false })).toEqual(['exclude'])
    expect(offered({ EXCLUDE_OFF_FOR: ['Light'] })).toEqual(['replaceDevice'])
    expect(offered({ REPLACE_OFF_FOR: ['LAMP-1'] })).toEqual(['exclude'])
    expect(offered({ DEVICE_MANIPULATION: false })).toEqual([])
  })

  // 2.5-057
  test('the exclude button is hidden for the virtual gateway', async () => {
    const { default: model } = await import('#catalogue/devices/gatehouse/VGW100.json')
    expect(offered({}, { head: { layout: { capabilities: model.capabilities } } })).toEqual([])
  })
})

const plan = {
  device_id: 'old',
  new_device_id: 'new',
  same_model: false,
  properties: [
    { service: 'S', property: 'level', fit: 'same', to: { service: 'S', property: 'level' } },
    { service: 'S', property: 'heat', fit: 'similar', to: { service: 'S', property: 'warmth' } },
    { service: 'S', property: 'effect', fit: 'none', why: 'kind' },
  ],
  references: [
    { name: 'rooms', count: 1 },
    { name: 'names', count: 0 },
  ],
}
const heads = [headOf('old'), headOf('new'), headOf('other', { type: 'Sensor' })]

describe('spec 2 §4 replace', () => {
  // 2.2-053 2.1-006 2.4-060 2.4-061
  test('the next device that joins is matched, the plan is shown, applied in one step, and taken back', async () => {
    asked.mockResolvedValue(plan)
    await draw(Screen, heads)
    await press('Open the network')
    expect(sent()).toEqual(['replace_device'])
    expect(await page.findByRole('timer')).toBeDefined()
    await happens('device_replacement', { device_id: 'old', status: 0 })
    await happens('adding_device_in_progress', { address: 'new', status: 'interviewing' })
    await happens('device_replacement', { device_id: 'old', new_device_id: 'new', status: 3 })
    expect(await page.findByText('Becomes “Warmth”')).toBeDefined()
    expect(page.getByText('The new device has other values for it.')).toBeDefined()
    expect(page.getByText('The place in a room')).toBeDefined()
    expect(page.queryByText('The name')).toBeNull()
    await press('Replace')
    expect(await page.findByText(/has taken the place/)).toBeDefined()
    await press('Take back')
    expect(await page.findByText(/with the old device again/)).toBeDefined()
    expect(sent()).toEqual(['replace_device', 'apply_replacement', 'undo_replacement'])
  })

  test('whoever comes from a device is not asked which; he may go back and choose another one', async () => {
    await draw(Screen, heads)
    expect(await page.findByText('“Device old” is being replaced.')).toBeDefined()
    await press('Back')
    expect(await page.findByRole('button', { name: 'Continue with “Device old”' })).toBeDefined()
    await press(/Device new/)
    expect(await page.findByText('“Device new” is being replaced.')).toBeDefined()
  })

  test('an address that names no device of the home asks for one', async () => {
    await draw(Screen, [headOf('new'), headOf('other')])
    expect(await page.findByRole('button', { name: /Device new/ })).toBeDefined()
    expect(page.queryByText(/is being replaced/)).toBeNull()
  })

  test('one that is there already can take the place, as long as it is of the same type', async () => {
    await draw(Screen, heads)
    await press('Already in the home', 'radio')
    expect(page.queryByRole('button', { name: /Device other/ })).toBeNull()
    await press(/Device new/)
    expect(carriedOut.mock.calls[0]?.[1].form).toEqual({ device_id: 'old', new_device_id: 'new' })
  })

  // 2.4-062 2.4-064
  test.each([
    [4, /nothing in common/],
    [2, /No new device/],
  ])('status %d is told, and one can try again', async (status, words) => {
    await draw(Screen, heads)
    await press('Open the network')
    await happens('device_replacement', { device_id: 'old', status })
    await happens('network_state_changed', { state: 'closed', timeout: 180, remaining: 0, reason: 'timeout' })
    expect(page.getByRole('alert').textContent).toMatch(words)
    await press('Search again')
    await waitFor(() => expect(sent().filter((one) => one === 'replace_device')).toHaveLength(2))
  })

  test('what could not be applied has changed nothing, and says so', async () => {
    asked.mockResolvedValue(plan)
    await draw(Screen, heads)
    await press('Already in the home', 'radio')
    await press(/Device new/)
    await happens('device_replacement', { device_id: 'old', new_device_id: 'new', status: 3 })
    carriedOut.mockResolvedValueOnce({ ok: false, code: '500', message: '' })
    await press('Replace')
    expect((await page.findByRole('alert')).textContent).toMatch(/Nothing was changed/)
  })
})
