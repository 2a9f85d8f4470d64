import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askedValues } from '#gateway/lib/scenes/conditions.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { isTallied } from './conditions.ts'
import { createEvaluator } from './evaluator.ts'
import { turnsOf } from './steps/in-time.ts'
import { choices, drawnByHand, draws } from './testing/drawn.ts'
import { firings, keyOf, type Story } from './testing/reference.ts'
import { happeningOf, stories, worldOf } from './testing/stories.ts'
import type { Evaluator, Happening } from './world.ts'

const begin = (
  { rules, zone, place, from, start }: Story,
  given: Partial<Parameters<typeof createEvaluator>[0]> = {},
) => createEvaluator({ rules, zone, place, at: from, world: worldOf(start), ...given })

/** As a gateway drives it: at every moment it asks for, and with everything that happens. */
function drive(evaluator: Evaluator, happenings: readonly Happening[], until: number, shift = 0): string[] {
  const fired: string[] = []
  const take = (happening: Happening): void => {
    for (const { rule_id, at } of evaluator.take(happening).fired) fired.push(`${rule_id}@${at + shift}`)
  }
  for (const happening of [...happenings, { kind: 'clock', at: until } as const]) {
    // While nobody listened nothing was taken either.
    const until = happening.kind === 'deaf' ? -Infinity : happening.at
    for (let next = evaluator.next(); next !== undefined && next < until; next = evaluator.next())
      take({ kind: 'clock', at: next })
    take(happening)
  }
  return fired
}

/** Of rules that fire at one moment the order is theirs, whatever it is. */
const sorted = (fired: readonly string[]): string[] =>
  fired.toSorted((a, b) => Number(a.split('@')[1]) - Number(b.split('@')[1]) || a.localeCompare(b))

const sunOnly = (rule: Rule): Rule => ({ ...rule, time_triggers: [], event_triggers: [], statuses: [] })

/** What counts or compares waits for nothing. */
const untallied = (rule: Rule): Rule => ({
  ...rule,
  event_triggers: rule.event_triggers?.map((one) =>
    isTallied(one) ? { ...one, event_source: 'nobody' } : one,
  ),
})

/** Rules as if no device fell silent, or as if no run ended. */
const unheard = ({ silence_triggers: _silences, ...rule }: Rule): Rule => rule
const unended = ({ run_triggers: _runs, ...rule }: Rule): Rule => rule

/** When a device was heard last. */
const heardOf = (device: string, told: Story['told'], { start, from }: Story): number =>
  told.findLast(({ key }) => key === `heard:${device}` || key.startsWith(`${device}/`))?.at ??
  Number(start.get(`heard:${device}`) ?? from)

const unasked = ({ only_if: _asked, ...rule }: Rule): Rule => rule

/** Nothing that any rule hears of. */
const uncalled = (told: Story['told'][number]) =>
  told.key.startsWith('rule:') ? { ...told, key: 'nobody' } : told

/** How many stories the reference is asked about: more at night. */
const STORIES = Number(process.env.GATEHOUSE_STORIES ?? 300)

/** Random stories take as long as the machine lets them. */
const PATIENT = { timeout: 60_000 + 50 * STORIES }

describe('the evaluator against a slow and obvious reference', PATIENT, () => {
  test('fires what the reference fires, when it does, for any rules and happenings, also while clocks change', () => {
    let some = 0
    let bySun = 0
    let stopped = 0
    let called = 0
    let tallied = 0
    let silent = 0
    let ended = 0
    fc.assert(
      fc.property(stories({ called: true }), (story) => {
        const wanted = firings(story)
        some += wanted.length
        called += wanted.length - firings({ ...story, told: story.told.map(uncalled) }).length
        bySun += firings({ ...story, rules: story.rules.map(sunOnly) }).length
        tallied += wanted.length - firings({ ...story, rules: story.rules.map(untallied) }).length
        silent += Math.abs(wanted.length - firings({ ...story, rules: story.rules.map(unheard) }).length)
        ended += Math.abs(wanted.length - firings({ ...story, rules: story.rules.map(unended) }).length)
        stopped += firings({ ...story, rules: story.rules.map(unasked) }).length - wanted.length
        const found = drive(begin(story), story.told.map(happeningOf), story.until)
        expect(sorted(found)).toEqual(sorted(wanted))
      }),
      { numRuns: STORIES },
    )
    expect(some).toBeGreaterThan(STORIES / 2)
    expect(bySun).toBeGreaterThan(STORIES / 20)
    expect(stopped).toBeGreaterThan(STORIES / 4)
    expect(called).toBeGreaterThan(STORIES / 4)
    expect(tallied).toBeGreaterThan(STORIES / 40)
    expect(silent).toBeGreaterThan(STORIES / 4)
    expect(ended).toBeGreaterThan(STORIES / 15)
  })

  test('does not depend on how often it is asked in between', () => {
    fc.assert(
      fc.property(stories(), fc.array(fc.nat(90_000), { maxLength: 20 }), (story, asked) => {
        const clocks = asked.map((after): Happening => ({ kind: 'clock', at: story.from + after }))
        const happenings = story.told.map(happeningOf)
        const mixed = [...happenings, ...clocks].toSorted((a, b) => a.at - b.at)
        expect(drive(begin(story), mixed, story.until)).toEqual(drive(begin(story), happenings, story.until))
      }),
      { numRuns: 100 },
    )
  })

  test('settles what was due in one go as it would have one by one', () => {
    fc.assert(
      fc.property(stories(), (story) => {
        const evaluator = begin(story)
        const lazy = [...story.told.map(happeningOf), { kind: 'clock', at: story.until } as const].flatMap(
          (happening) => evaluator.take(happening).fired.map(({ rule_id, at }) => `${rule_id}@${at}`),
        )
        expect(lazy).toEqual(drive(begin(story), story.told.map(happeningOf), story.until))
      }),
      { numRuns: 100 },
    )
  })
})

// decision 0263
describe('what is left to chance', PATIENT, () => {
  test('whichever rules fire, each run draws of each choice the one that somebody would draw by hand, anew each time', () => {
    let some = 0
    fc.assert(
      fc.property(stories(), choices, draws, (story, scenes, drawn) => {
        const rules = story.rules.map((rule) => ({ ...rule, scenes }))
        const fired = drive(begin({ ...story, rules }), story.told.map(happeningOf), story.until)
        // What its runs will draw has no say in when a rule fires.
        expect(fired).toEqual(drive(begin(story), story.told.map(happeningOf), story.until))
        const left = { run: [...drawn], hand: [...drawn] }
        const chance = (): number => left.run.shift() ?? 0
        for (const _run of fired) {
          const done = [...turnsOf({ scenes }, 0, undefined, { chance })].filter(({ does }) => does)
          expect(done.map(({ set }) => set.id)).toEqual(drawnByHand(scenes, left.hand))
          some += drawn.length - left.hand.length
        }
        expect(left.run).toEqual(left.hand)
      }),
      { numRuns: 100 },
    )
    expect(some).toBeGreaterThan(100)
  })
})

describe('what changes meanwhile', PATIENT, () => {
  test('rules that are handed in anew unchanged, in any order, keep their state', () => {
    fc.assert(
      fc.property(stories(), fc.nat(29), (story, at) => {
        const happenings = story.told.map(happeningOf)
        const moment = happenings[at]?.at ?? story.until
        const evaluator = begin(story)
        const first = drive(evaluator, happenings.slice(0, at), moment)
        evaluator.rules(
          story.rules.toReversed().map((rule) => ({ ...rule, name: `${rule.name}'` })),
          moment,
        )
        const rest = drive(evaluator, happenings.slice(at), story.until)
        expect(sorted([...first, ...rest])).toEqual(sorted(drive(begin(story), happenings, story.until)))
      }),
      { numRuns: 100 },
    )
  })

  test('a rule that is added or taken away changes nothing for the others', () => {
    fc.assert(
      fc.property(stories(), (story) => {
        const happenings = story.told.map(happeningOf)
        const alone = drive(begin({ ...story, rules: story.rules.slice(0, 1) }), happenings, story.until)
        const among = drive(begin(story), happenings, story.until)
        expect(among.filter((one) => one.startsWith('r0@'))).toEqual(alone)
      }),
      { numRuns: 100 },
    )
  })
})

// L-07
describe('clocks that are set', PATIENT, () => {
  const back = fc.integer({ min: 2, max: 2 * 86_400 }).map((seconds) => seconds * 1000)

  test('set back at any moment, what is waited for comes after the same time, once', () => {
    fc.assert(
      fc.property(stories({ times: false }), fc.nat(29), back, (story, at, by) => {
        const happenings = story.told.map(happeningOf)
        const moment = happenings[at]?.at ?? story.until
        const evaluator = begin(story)
        const before = drive(evaluator, happenings.slice(0, at), moment)
        const after = happenings.slice(at).map((one) => ({ ...one, at: one.at - by }))
        const rest = drive(evaluator, after, story.until - by, by)
        expect([...before, ...rest]).toEqual(drive(begin(story), happenings, story.until))
      }),
      { numRuns: 100 },
    )
  })

  const DAY = 86_400_000
  /** A clock that is right, a day ahead or behind, or an hour: `set` is how far it is moved. */
  const jumps = fc
    .array(
      fc.record({
        hours: fc.integer({ min: 1, max: 72 }),
        wrong: fc.constantFrom(0, -DAY, DAY, -3_600_000, 3_600_000),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((moves) => moves.map(({ hours, wrong }, n) => ({ hours, set: wrong - (moves[n - 1]?.wrong ?? 0) })))

  test('set back and forth by a day, no moment of a schedule is acted on twice', () => {
    fc.assert(
      fc.property(stories(), jumps, (story, moves) => {
        const rules = story.rules.map((rule) => ({
          ...rule,
          rule_logic: 'OR' as const,
          active: true,
          event_triggers: [],
          statuses: [],
        }))
        const evaluator = begin({ ...story, rules })
        let now = story.from
        const fired: string[] = []
        for (const { hours, set } of moves) {
          const until = now + hours * 3_600_000
          fired.push(...drive(evaluator, [], until))
          now = until + set
          fired.push(...drive(evaluator, [{ kind: 'clock', at: now }], now))
        }
        expect(fired.toSorted()).toEqual([...new Set(fired)].toSorted())
      }),
      { numRuns: 80 },
    )
  })

  test('a schedule of every day comes on each day that passes, whatever the clock was set to before', () => {
    fc.assert(
      fc.property(stories(), jumps, ({ zone, from }, moves) => {
        const week: [boolean, boolean, boolean, boolean, boolean, boolean, boolean] = [
          true,
          true,
          true,
          true,
          true,
          true,
          true,
        ]
        const time_triggers = [{ id: 't', hour: 7, minute: 0, second: 0, repeating: week }]
        const rule = { id: 'r', name: 'r', rule_logic: 'OR' as const, active: true, time_triggers }
        const evaluator = createEvaluator({ rules: [rule], zone, at: from, world: worldOf(new Map()) })
        let now = from
        for (const { set } of moves) {
          now += set
          drive(evaluator, [{ kind: 'clock', at: now }], now)
        }
        // Whatever was acted on while the clock was ahead is over after so many days at most.
        const settled = now + 7 * DAY
        drive(evaluator, [], settled)
        expect(drive(evaluator, [], settled + 7 * DAY)).toHaveLength(7)
      }),
      { numRuns: 30 },
    )
  })
})

describe('restarts', PATIENT, () => {
  test('delays go on, from what is known of the last changes', () => {
    fc.assert(
      fc.property(stories(), fc.nat(40), (whole, at) => {
        // What is heard of for the first time may have been so for long, with and without a restart.
        const keys = whole.rules.flatMap((rule) =>
          [...(rule.event_triggers ?? []), ...askedValues(rule)].map(keyOf),
        )
        fc.pre(keys.every((key) => whole.start.has(key) || whole.events.has(key)))
        // What is counted begins anew (decision 0206).
        const story = {
          ...whole,
          rules: whole.rules.map((rule) => ({
            ...rule,
            rule_logic: 'OR' as const,
            event_triggers: rule.event_triggers?.filter((one) => !isTallied(one)),
          })),
        }
        const stopped = story.told[at]?.at ?? story.until
        const told = story.told.filter((one) => one.at <= stopped)
        const evaluator = begin(story)
        const before = drive(evaluator, told.map(happeningOf), stopped)
        const past = (key: string) => [
          ...told.filter((one) => one.key === key).toReversed(),
          { at: story.from, value: story.start.get(key) },
        ]
        const values = new Map([...story.start, ...told.map(({ key, value }) => [key, value] as const)])
        const again = begin(story, {
          at: stopped,
          lastMoments: evaluator.settled(),
          world: {
            ...worldOf(values),
            past: (...parts) => past(parts.join('/')),
            heard: (device) => heardOf(device, told, story),
          },
        })
        const rest = story.told.slice(told.length).map(happeningOf)
        expect([...before, ...drive(again, rest, story.until)]).toEqual(
          drive(begin(story), story.told.map(happeningOf), story.until),
        )
      }),
      { numRuns: 100 },
    )
  })

  // decision 0258
  test('time in which nobody listens, be it that the gateway is down or sleeps, makes no device silent', () => {
    let some = 0
    fc.assert(
      fc.property(
        stories({ times: false }),
        fc.nat(40),
        fc.nat(100_000),
        fc.boolean(),
        (whole, at, away, sleeps) => {
          const rules = whole.rules.map(({ only_if: _asked, ...rule }) => ({
            ...rule,
            rule_logic: 'OR' as const,
            event_triggers: [],
            statuses: [],
          }))
          const story = { ...whole, rules }
          const stopped = story.told[at]?.at ?? story.until
          const told = story.told.filter((one) => one.at <= stopped)
          const evaluator = begin(story)
          const before = drive(evaluator, told.map(happeningOf), stopped)
          const moved = story.told.slice(told.length).map((one) => ({ ...one, at: one.at + away }))
          const later: Happening[] = moved.map(happeningOf)
          const rest = sleeps
            ? drive(
                evaluator,
                [{ kind: 'deaf', at: stopped + away, ms: away }, ...later],
                story.until + away,
                -away,
              )
            : drive(
                begin(story, {
                  at: stopped + away,
                  world: { ...worldOf(story.start), heard: (device) => heardOf(device, told, story) + away },
                }),
                later,
                story.until + away,
                -away,
              )
          const wanted = drive(begin(story), story.told.map(happeningOf), story.until)
          some += wanted.length
          expect([...before, ...rest]).toEqual(wanted)
        },
      ),
      { numRuns: 100 },
    )
    expect(some).toBeGreaterThan(50)
  })

  test('a gateway that was down for less than five minutes acts on every moment once', () => {
    fc.assert(
      fc.property(stories(), fc.nat(60), fc.nat(30), (story, down, length) => {
        // While it is down nobody falls silent.
        const rules = story.rules.map((rule) => ({
          ...rule,
          event_triggers: [],
          statuses: [],
          silence_triggers: [],
        }))
        const calm = { ...story, rules, told: [] }
        const evaluator = begin(calm)
        const stopped = story.from + down * 1000
        const before = drive(evaluator, [], stopped)
        const started = stopped + length * 1000
        const again = begin(calm, { at: started, lastMoments: evaluator.settled() })
        const after = again
          .take({ kind: 'clock', at: started })
          .fired.map(({ rule_id, at }) => `${rule_id}@${at}`)
        expect(sorted([...before, ...after, ...drive(again, [], story.until)])).toEqual(
          sorted(drive(begin(calm), [], story.until)),
        )
      }),
      { numRuns: 80 },
    )
  })
})
