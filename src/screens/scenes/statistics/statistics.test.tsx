import { screen as page, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { changeLanguage } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { RuleRun } from '#schemas/generated/entities/rule-run.ts'
import type { RuleStatistics } from '#schemas/generated/entities/rule-statistics.ts'
import ScenePage from '../page/ScenePage.tsx'
import { gatewayOf, nothing, openScreen, ready, ruleOf, runOf } from '../testing.tsx'

// What comes late is not what these tests wait for.
beforeAll(() => Promise.all([ready(), import('./Statistics.tsx')]), 60_000)
beforeEach(() => changeLanguage('ch_EN'))

const DAY = 86_400_000
const LONG_AGO = Date.now() - 300 * DAY
const day = (ago: number): string => {
  const at = new Date(Date.now() - ago * DAY)
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((one) => String(one).padStart(2, '0'))
    .join('-')
}

async function open(statistics: RuleStatistics | undefined, runs: readonly RuleRun[] = []) {
  const answer = { now: statistics, runs }
  const gateway = gatewayOf({
    ...nothing,
    get_rules: { rules: [ruleOf()] },
    get_rule_runs: () => ({ runs: answer.runs, misses: [], ...(answer.now && { statistics: answer.now }) }),
  })
  const drawn = await openScreen<CustomScreen>({
    Screen: ScenePage,
    screen: screens.get('scene') as CustomScreen,
    gateway,
    params: { scene_id: 'r1' },
  })
  return { ...drawn, answer }
}
const card = () => page.findByRole('region', { name: 'Statistics' })
const told = async () =>
  Object.fromEntries(
    within(await card())
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )

describe('the statistics of a scene', () => {
  test('tell how often it ran, how that went and how long it took, of a week and of a month', async () => {
    await open({
      since: LONG_AGO,
      days: [
        { day: day(20), failed: 4, took: 0, longest: 0 },
        { day: day(1), done: 5, partly: 1, failed: 1, took: 70_000, longest: 65_000, missed: 3 },
      ],
    })
    expect(within(await card()).getByText('Ran 7 times')).toBeTruthy()
    expect(await told()).toEqual({
      'A day on average': '1.0',
      'Without faults': '5',
      'With single faults': '1',
      'In vain': '1',
      'Takes on average': '10 secs',
      'Longest run': '1 min 5 secs',
      'Passed chances': '3',
    })
    await userEvent.click(within(await card()).getByRole('radio', { name: '30 days' }))
    expect(within(await card()).getByText('Ran 11 times')).toBeTruthy()
    expect(await told()).toMatchObject({ 'In vain': '5' })
  })

  test('where all went well, or all in vain, one sentence says so', async () => {
    await open({ since: LONG_AGO, days: [{ day: day(0), done: 3, took: 90, longest: 40 }] })
    expect(within(await card()).getByText('Ran 3 times, always without faults')).toBeTruthy()
    expect(await told()).toEqual({ 'A day on average': '0.4', 'Takes on average': 'less than 1 sec' })
  })

  test('what has not run in that time says when it last did', async () => {
    await open({ since: LONG_AGO, last_run_at: LONG_AGO, days: [] })
    expect(within(await card()).getByText('Has not run')).toBeTruthy()
    expect(within(await card()).getByText(/^Last run: /)).toBeTruthy()
    expect(within(await card()).queryByText(/Counted since/)).toBeNull()
  })

  test('how far back counting reaches is said where that is not all of the time', async () => {
    await open({ since: Date.now() - 2 * DAY, days: [{ day: day(0), done: 1, took: 0, longest: 0 }] })
    expect(
      within(await card()).getByText(/^Counted since .*; nothing is known of the time before\.$/),
    ).toBeTruthy()
  })

  test('a gateway that counts nothing shows none', async () => {
    await open(undefined)
    await page.findByText('The scene has not run in the last 30 days.')
    expect(page.queryByRole('region', { name: 'Statistics' })).toBeNull()
  })

  test('a run that ends counts at once', async () => {
    const { tell, answer } = await open({ since: LONG_AGO, days: [] })
    expect(within(await card()).getByText('Has not run')).toBeTruthy()
    answer.now = { since: LONG_AGO, days: [{ day: day(0), done: 1, took: 0, longest: 0 }] }
    tell('rule_run_changed', { run: runOf({ at: Date.now() }) })
    await waitFor(async () => expect(within(await card()).getByText('Ran once, without faults')).toBeTruthy())
  })

  test('a run that is under way is not counted yet, and what has none but that does not say that it has not run', async () => {
    const going = runOf({ at: Date.now(), outcome: 'running' })
    const { tell, answer } = await open({ since: LONG_AGO, days: [] }, [going])
    expect(within(await card()).getByText('Is running now')).toBeTruthy()
    expect(within(await card()).queryByText('Has not run')).toBeNull()
    answer.now = { since: LONG_AGO, days: [{ day: day(0), done: 1, took: 0, longest: 0 }] }
    answer.runs = [{ ...going, run_id: 'run2' }, runOf({ at: going.at })]
    tell('rule_run_changed', { run: runOf({ at: going.at }) })
    await waitFor(async () => expect(within(await card()).getByText('Ran once, without faults')).toBeTruthy())
    expect(within(await card()).queryByText('Is running now')).toBeNull()
  })
})
