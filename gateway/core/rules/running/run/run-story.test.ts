import { expect, test } from 'vitest'
import type { RuleRun, RunStep } from '#schemas/generated/entities/rule-run.ts'
import { RunStory } from './run-story.ts'

const device = { kind: 'device', outcome: 'running' } as const

function storyOf(steps: RunStep[] = []) {
  const told: RuleRun[] = []
  const run = {
    ...{ run_id: 'run', rule_id: 'rule', rule_name: 'Rule', at: 0, outcome: 'running' },
    ...{ trigger: { type: 'TIME_TRIGGER', at: 0 }, steps },
  } as RuleRun
  const story = new RunStory(
    run,
    () => 5,
    (changed) => told.push(changed),
  )
  return { story, told }
}

// decision 0205
test('what is repeated makes room for its next time; what it did before it was repeated stays', () => {
  const { story } = storyOf([{ at: 0, kind: 'delay', outcome: 'confirmed' }])
  const repeat = story.step({ kind: 'repeat', count: 0, outcome: 'running' })
  for (let n = 0; n < 3; n++) {
    story.again(repeat)
    story.became(story.step(device), { outcome: 'confirmed' })
  }
  expect(story.run.steps.map(({ kind, count }) => [kind, count])).toEqual([
    ['delay', undefined],
    ['repeat', 3],
    ['device', undefined],
  ])
})

test('a device that answers to an earlier time changes nothing of the present one; what fails is counted once', () => {
  const { story } = storyOf()
  const repeat = story.step({ kind: 'repeat', count: 0, outcome: 'running' })
  story.again(repeat)
  const [first, second] = [story.step(device), story.step(device)]
  story.again(repeat)
  const third = story.step(device)
  story.became(first, { outcome: 'failed' })
  story.became(second, { outcome: 'failed' })
  expect(story.run.steps).toMatchObject([{ faulty: 1 }, { kind: 'device', outcome: 'running' }])
  story.again(repeat)
  story.became(third, { outcome: 'confirmed' })
  expect(story.run.steps).toMatchObject([{ count: 3, faulty: 1 }])
})

test('it says so also where that comes when all of it is over', () => {
  const { story } = storyOf()
  const repeat = story.step({ kind: 'repeat', count: 0, outcome: 'running' })
  story.again(repeat)
  const first = story.step(device)
  story.again(repeat)
  story.became(repeat, { outcome: 'confirmed' })
  story.became(first, { outcome: 'diverged' })
  expect(story.run.steps).toMatchObject([{ outcome: 'failed', faulty: 1 }])
})

test('each change is told', () => {
  const { story, told } = storyOf()
  story.became(story.step(device), { outcome: 'confirmed' })
  expect(told.map(({ steps }) => steps.map(({ outcome }) => outcome))).toEqual([['running'], ['confirmed']])
})
