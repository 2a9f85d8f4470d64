import { afterEach, expect, test, vi } from 'vitest'
import { acts, houseWith, lampNamed, motion, pauseOf, ruleOf, sets, when } from '../rules-kit.ts'

afterEach(() => void vi.restoreAllMocks())

// decision 0165
test.each([
  [0, 60_000],
  [0.5, 90_000],
])('a pause is so long as chance %s says, which its run tells', async (chance, ms) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance)
  const house = await houseWith([motion(), lampNamed('hall')], {
    rules: [
      ruleOf('come-and-go', {
        event_triggers: [when('motion', 'MotionService/motion', true)],
        scenes: [
          { ...pauseOf(60_000), spread: 60_000 },
          acts('on', { devices: [sets('hall', ['LightService/state', true])] }),
        ],
      }),
    ],
  })
  house.report('motion', 'MotionService/motion', false)
  house.report('motion', 'MotionService/motion', true)
  await house.clock.pass(ms - 1000)
  expect(house.driver.orders).toEqual([])
  await house.clock.pass(2000)
  expect(house.driver.orders).toHaveLength(1)
  const [run] = (await house.runsOf('come-and-go')).runs
  expect(run?.steps[0]).toMatchObject({ kind: 'delay', delay: ms, outcome: 'confirmed' })
  expect(run?.steps[0]).not.toHaveProperty('spread')
})
