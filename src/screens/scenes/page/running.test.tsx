import { screen as page, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { Rule, RuleRun } from '#schemas/generated/channel.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { gatewayOf, lampOf, nothing, openScreen, ready, ruleOf, runOf } from '../testing.tsx'
import ScenePage from './ScenePage.tsx'

beforeAll(ready, 60_000)
beforeEach(async () => {
  // Far from midnight: what goes on the next day says which.
  vi.useFakeTimers({ now: Date.parse('2026-11-20T11:00:00Z'), toFake: ['Date'] })
  await changeLanguage('ch_EN')
})
afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000
const on = { service_name: 'SwitchService', property_name: 'on' }

/** A light that goes off again after five minutes, and tells somebody a minute later. */
const light: Rule = ruleOf({
  scenes: [
    { id: 'a', name: 'On', devices: [{ id: 'd1', settings: [{ ...on, value: true }] }] },
    { id: 'b', name: 'Off', delay: 5 * MINUTE, devices: [{ id: 'd1', settings: [{ ...on, value: false }] }] },
    { id: 'c', name: 'Told', delay: MINUTE, notifications: [{ type: 1 }] },
  ],
})

/** It waits before the second set. */
const waits = (part: Partial<RuleRun> = {}): RuleRun => {
  const at = Date.now()
  return runOf({
    at,
    version: 3,
    outcome: 'running',
    steps: [
      {
        at,
        ended_at: at,
        kind: 'device',
        scene_id: 'a',
        device_id: 'd1',
        ...on,
        value: true,
        outcome: 'confirmed',
      },
      { at, kind: 'delay', scene_id: 'b', delay: 5 * MINUTE, outcome: 'running' },
    ],
    ...part,
  })
}

async function open(run: RuleRun, stopped: unknown = {}, forbidden?: string[], rule = light) {
  const gateway = gatewayOf({
    ...nothing,
    get_rules: { rules: [rule] },
    get_rule_runs: { runs: [run], misses: [] },
    stop_rule_run: stopped,
  })
  await openScreen<CustomScreen>({
    Screen: ScenePage,
    screen: screens.get('scene') as CustomScreen,
    gateway,
    heads: [lampOf('d1', 'Lamp')],
    params: { scene_id: 'r1' },
    forbidden,
  })
  const runs = within(await page.findByRole('region', { name: 'Last runs' }))
  await runs.findAllByRole('list')
  return { gateway, runs }
}

const never = (): never => {
  throw new Error('Not there')
}

describe('a run that is under way', () => {
  test('says until when it waits, and what is still to come', async () => {
    const { runs } = await open(waits())
    const lines = runs.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(lines).toHaveLength(5)
    expect(lines[1]).toMatch(/goes on at \d\d:\d\d$/)
    expect(lines[2]).toMatch(/Lamp.*off.*still to come$/i)
    expect(lines[4]).toMatch(/push.*still to come$/i)
  })

  // decision 0263
  test('of what chance chooses from, what was not chosen is not to come', async () => {
    const [first, second, third] = light.scenes ?? []
    const drawing: Rule = {
      ...light,
      scenes: [
        { ...(first ?? never()), by_chance: 'one' },
        { ...(second ?? never()), by_chance: 'or' },
        { ...(first ?? never()), id: 'x', name: 'Else', by_chance: 'or' },
        third ?? never(),
      ],
    }
    const at = Date.now()
    const steps: RuleRun['steps'] = [
      { at, kind: 'condition', scene_id: 'a', by_chance: 'one', met: false, outcome: 'skipped' },
      { at, kind: 'condition', scene_id: 'b', by_chance: 'or', met: true, outcome: 'confirmed' },
      { at, kind: 'delay', scene_id: 'b', delay: 5 * MINUTE, outcome: 'running' },
    ]
    const { runs } = await open(waits({ steps }), {}, undefined, drawing)
    const lines = runs.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(lines[0]).toBe('One of these by chancenot chosen by chance')
    expect(lines[1]).toBe('Orchosen by chance')
    expect(lines[3]).toMatch(/Lamp.*off.*still to come$/i)
    expect(lines).toHaveLength(6)
  })

  test('before anything was chosen, all of it may come', async () => {
    const [first, second, third] = light.scenes ?? []
    const drawing: Rule = {
      ...light,
      scenes: [
        { id: 'p', name: 'D#E#L#A#Y', delay: MINUTE },
        { ...(first ?? never()), by_chance: 'one' },
        { ...(third ?? never()), delay: 0, by_chance: 'or' },
        second ?? never(),
      ],
    }
    const at = Date.now()
    const steps: RuleRun['steps'] = [{ at, kind: 'delay', scene_id: 'p', delay: MINUTE, outcome: 'running' }]
    const { runs } = await open(waits({ steps }), {}, undefined, drawing)
    const lines = runs.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(lines.filter((line) => line?.endsWith('still to come'))).toHaveLength(4)
    expect(lines.filter((line) => line?.endsWith('may still come'))).toHaveLength(2)
    expect(lines[1]).toBe('One of these by chancestill to come')
    expect(lines[3]).toBe('Orstill to come')
  })

  test('of a scene that has been changed meanwhile says only what it did', async () => {
    const { runs } = await open(waits({ version: 2 }))
    expect(runs.getAllByRole('listitem')).toHaveLength(2)
  })

  test('is stopped in one press', async () => {
    const { gateway, runs } = await open(waits())
    await userEvent.click(runs.getByRole('button', { name: 'Stop' }))
    expect(await page.findByText('The run has been stopped.')).toBeTruthy()
    expect(gateway.of('stop_rule_run')).toEqual([{ rule_id: 'r1', run_id: 'run1' }])
  })

  test('cannot be stopped by whoever may not run it', async () => {
    const { runs } = await open(waits(), {}, ['stop_rule_run'])
    expect(runs.queryByRole('button', { name: 'Stop' })?.getAttribute('aria-disabled') ?? 'true').toBe('true')
  })
})

// decision 0244
test('a value that is brought along says how far it is and when it will be there; one that was taken over, where it stayed', async () => {
  const at = Date.now()
  const step = (outcome: RuleRun['steps'][number]['outcome'], message?: string) => ({
    ...{ at, kind: 'device' as const, scene_id: 'a', device_id: 'd1', outcome },
    ...{ service_name: 'LightService', property_name: 'brightness', value: 37 },
    computed: { kind: 'ramp' as const, from: 1, to: 100, over: 20 * MINUTE },
    ...(message && { message }),
  })
  const { runs } = await open(
    runOf({
      ...{ at, version: 3, outcome: 'running' },
      steps: [step('running'), step('skipped', 'TAKEN_OVER: By somebody')],
    }),
  )
  const lines = runs.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines[0]).toMatch(/from 1 to 100 little by little over 20.minutesis at 37, done at \d\d:20$/)
  expect(lines[1]).toMatch(/stayed at 37: Somebody or something else has set the device meanwhile/)
  // What follows comes when it would have been there.
  expect(lines[2]).toMatch(/Wait 5.minutes/)
})

test('a run that is over has nothing to stop, and one that somebody stopped says who', async () => {
  const { runs } = await open(waits({ outcome: 'stopped', stopped_by: 'u7' }))
  expect(runs.getByText('Stopped by u7')).toBeTruthy()
  expect(runs.queryByRole('button', { name: 'Stop' })).toBeNull()
})

test('a run that has just been stopped waits for its devices, and has nothing to come and nothing to stop', async () => {
  const { runs } = await open(waits({ stopped_by: 'u7' }))
  expect(runs.getByText('Stopped by u7')).toBeTruthy()
  expect(runs.getAllByRole('listitem')).toHaveLength(2)
  expect(runs.queryByRole('button', { name: 'Stop' })).toBeNull()
})

// decision 0203
test('what all devices of a kind were told is one step, with how many came to what, and each of them behind it', async () => {
  const at = Date.now()
  const found = (device_id: string, outcome: RuleRun['steps'][number]['outcome']) => ({
    ...{ at, kind: 'device' as const, scene_id: 'a', device_id, device_name: device_id, of: 0 },
    ...{ service_name: 'LightService', property_name: 'state', value: false, outcome },
  })
  const target = { id: 't', kind: 'lights', sets: 'power', value: false }
  const { runs } = await open(
    runOf({
      ...{ at, outcome: 'partly' },
      steps: [
        { at, kind: 'target', scene_id: 'a', target, outcome: 'confirmed' },
        ...[found('x', 'confirmed'), found('y', 'failed'), found('z', 'confirmed')],
        {
          at,
          kind: 'target',
          scene_id: 'a',
          target: { ...target, kind: 'shutters', sets: 'position', value: 0 },
          outcome: 'skipped',
          message: 'NONE_FOUND: None',
        },
      ],
    }),
  )
  const step = runs.getByText('Switch all lights off').closest('li') as HTMLElement
  expect(step.dataset.tone).toBe('danger')
  expect(within(step).getByText('1 device: failed, 2 devices: confirmed')).toBeTruthy()
  expect(within(step).getAllByRole('listitem', { hidden: true })).toHaveLength(3)
  expect(runs.getByText('Close all shutters').closest('li')?.textContent).toMatch(/There is no such device/)
})

// decision 0247
test('a message says whom it reached, and why others not', async () => {
  const at = Date.now()
  const anna = { kind: 'person', user_id: 'u5', name: 'Anna' } as const
  const { runs } = await open(
    runOf({
      ...{ at, outcome: 'done' },
      steps: [
        {
          ...{ at, kind: 'notification', scene_id: 'a', notification_type: 1, outcome: 'confirmed' },
          recipients: [anna, { kind: 'owner' }, { ...anna, user_id: 'u6', name: 'Beat' }],
          told: [anna, { kind: 'owner' }, { ...anna, user_id: 'u6', name: 'Beat', why: 'limited' }],
        },
        {
          ...{ at, kind: 'notification', scene_id: 'a', notification_type: 1, outcome: 'skipped' },
          ...{ recipients: [anna], told: [{ ...anna, why: 'status' }], message: 'NOBODY_MEANT: Nobody' },
        },
      ],
    }),
  )
  const [reached, skipped] = runs.getAllByRole('listitem')
  expect(reached?.textContent).toMatch(/to Anna, the owner and Beat/)
  expect(reached?.textContent).toContain(
    'reached: Anna, Owner · not reached: Beat (sees only a part of the home)',
  )
  expect(skipped?.textContent).toContain('It was for nobody at that moment.')
  expect(skipped?.textContent).not.toContain('NOBODY_MEANT')
})
