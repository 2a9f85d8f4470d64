import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Rule, RunMode } from '#schemas/generated/entities/rule.ts'
import { inTheirTurn } from './in-their-turn.ts'
import { MOST_AT_ONCE, turnOf } from './turns.ts'

const lampFor = (delay: number, run_mode?: RunMode): Rule => ({
  id: 'r',
  name: 'R',
  rule_logic: 'OR',
  active: true,
  ...(run_mode && { run_mode }),
  scenes: [
    { id: 'on', name: 'On', statuses: [{ name: 'lit', state: true }] },
    { id: 'off', name: 'Off', delay, statuses: [{ name: 'lit', state: false }] },
  ],
})
const firedAt = (...moments: number[]) =>
  moments.map((at) => ({ rule_id: 'r', at, trigger: { type: 'TIME_TRIGGER' as const, at } }))
const told = (rule: Rule, ...moments: number[]) =>
  inTheirTurn(rule, firedAt(...moments)).map(({ at, steps }) => `${at}: ${steps.map((one) => one.at)}`)

describe('a scene that is set off again while it runs', () => {
  test('starts anew where nothing else is said: what the older run still waited with does not come', () => {
    expect(told(lampFor(100), 0, 40)).toEqual(['0: 0,0', '40: 40,40,140'])
    expect(told(lampFor(100, 'restart'), 0, 40)).toEqual(told(lampFor(100), 0, 40))
  })

  test('starts anew in the very moment in which the older run would go on: that does not go on', () => {
    const [on, off] = lampFor(40).scenes ?? []
    if (!on || !off) throw new Error('Two steps.')
    const scenes = [on, off, { ...off, id: 'more' }]
    expect(told({ ...lampFor(40), scenes }, 0, 40)).toEqual(['0: 0,0', '40: 40,40,80,80,120'])
  })

  test('waits its turn, one behind the other', () => {
    expect(told(lampFor(100, 'queued'), 0, 40, 50, 400)).toEqual([
      '0: 0,0,100',
      '100: 100,100,200',
      '200: 200,200,300',
      '400: 400,400,500',
    ])
  })

  test('is left alone until it is done', () => {
    expect(told(lampFor(100, 'single'), 0, 40, 99, 100)).toEqual(['0: 0,0,100', '100: 100,100,200'])
  })

  test('runs side by side', () => {
    expect(told(lampFor(100, 'parallel'), 0, 40)).toEqual(['0: 0,0,100', '40: 40,40,140'])
  })

  test.each(['queued', 'parallel'] as const)('%s is bounded', (run_mode) => {
    const moments = Array.from({ length: 3 * MOST_AT_ONCE }, (_, n) => n)
    expect(inTheirTurn(lampFor(1000, run_mode), firedAt(...moments))).toHaveLength(MOST_AT_ONCE)
    expect(turnOf({ run_mode }, MOST_AT_ONCE)).toBe('too_many_runs')
  })

  test.each(['restart', 'queued', 'single', 'parallel'] as const)(
    'whatever comes when, a scene that takes no time runs each time: %s',
    (run_mode) => {
      fc.assert(
        fc.property(fc.array(fc.nat(1000)), (gaps) => {
          let now = 0
          const moments = gaps.map((gap) => {
            now += gap + 1
            return now
          })
          expect(inTheirTurn(lampFor(0, run_mode), firedAt(...moments)).map(({ at }) => at)).toEqual(moments)
        }),
      )
    },
  )

  test('runs that wait or are left alone never overlap, and keep their order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(150), { maxLength: 60 }),
        fc.constantFrom('queued' as const, 'single' as const),
        (gaps, run_mode) => {
          let now = 0
          const moments = gaps.map((gap) => (now += gap))
          const begun = inTheirTurn(lampFor(100, run_mode), firedAt(...moments)).map(({ at }) => at)
          for (const [n, at] of begun.entries())
            if (n > 0) expect(at - (begun[n - 1] ?? 0)).toBeGreaterThanOrEqual(100)
        },
      ),
    )
  })
})
