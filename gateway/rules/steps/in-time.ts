import type {
  ActionSet,
  OnAnswer,
  Repetition,
  Rule,
  StepCondition,
} from '#schemas/generated/entities/rule.ts'
import { longestRepeat, usualPause } from '../pause.ts'
import { longestRamp } from '../ramp/slope.ts'
import { isDrawn, leftToDraw } from './chance.ts'

/** Whether something holds at a moment; undefined while nobody knows. */
export type Asks = (condition: StepCondition, at: number) => boolean | undefined

/** What is supposed to be answered to the question of a set: an answer, `null` where nobody answers, undefined where that is not said. */
export type Supposes = (set_id: string) => string | null | undefined

/** One action set of a run, when its turn comes and when it acts. */
export interface Turn {
  set: ActionSet
  /** When it is its turn: its pause begins. */
  begins: number
  /** When its pause is over. */
  at: number
  /** Whether it does anything; undefined where that cannot be known beforehand. */
  does: boolean | undefined
  /** What came of its condition; undefined where nobody asked, or it cannot be known. */
  met?: boolean
  /** How often it is done. */
  times: number
  ends: number
}

/** What is known, or supposed, of a run beforehand. */
export interface Beforehand {
  /** Whether one of several has had its turn before the first set. */
  had?: boolean
  supposes?: Supposes
  /** What chance draws, from 0 up to, and without, 1; nobody knows without it. */
  chance?: () => number
}

type Known = boolean | undefined

/**
 * The action sets of a run that begins at `at`. Of a chain of sets with conditions (if, otherwise if, otherwise) one has its
 * turn, and one of those of which chance draws one. What cannot be known counts as done, and with the longest time that it
 * may take; those of a choice by chance begin at the same time. A question that is supposed to be
 * answered waits for nothing, and one that nobody answers may end the run. Each is asked about when whoever
 * looks has come to it.
 */
export function* turnsOf(
  { scenes = [] }: Pick<Rule, 'scenes'>,
  at: number,
  asks?: Asks,
  { had: hadBefore = true, supposes = () => undefined, chance }: Beforehand = {},
): Generator<Turn> {
  let now = at
  /** When the turn of those came of which chance draws one. */
  let drawnAt = at
  /** Whether one of the chain has had its turn. */
  let had: Known = hadBefore
  let over = false
  for (const [place, set] of scenes.entries()) {
    const before: Known = goesOnWith(set) ? had : false
    const met: Known = set.on_answer
      ? isSupposed(set.on_answer, supposes)
      : before === true
        ? undefined
        : set.by_chance
          ? chance && isDrawn(leftToDraw(scenes, place), chance())
          : set.only_if && asks && asks(set.only_if, now) === true
    const supposed = set.question && supposes(set.id)
    const does: Known =
      over || before === true ? false : before === undefined ? undefined : isAsked(set) ? met : true
    had = before || does
    if (set.by_chance !== 'or') drawnAt = now
    const begins = does === undefined ? drawnAt : now
    const answered = supposed !== undefined && supposed !== null
    const acts = does === false || answered ? begins : begins + usualPause(set)
    const { times, ends } = does === false ? { times: 0, ends: acts } : repeated(set, acts, asks)
    now = Math.max(now, ends)
    yield { set, begins, at: acts, does, ...(met !== undefined && { met }), times, ends }
    if (does === true && supposed === null && set.question?.late === 'stop') over = true
  }
}

/** Whether it depends on something whether a set is done, once its turn has come. */
export const isAsked = ({
  only_if,
  on_answer,
  by_chance,
}: Pick<ActionSet, 'only_if' | 'on_answer' | 'by_chance'>): boolean =>
  [only_if, on_answer, by_chance].some((one) => one !== undefined)

/** Whether it is the turn of a set only where none of several before it has done anything. */
export const goesOnWith = ({ otherwise, by_chance }: Pick<ActionSet, 'otherwise' | 'by_chance'>): boolean =>
  otherwise === true || by_chance === 'or'

function isSupposed({ set_id, answer }: OnAnswer, supposes: Supposes): Known {
  const supposed = supposes(set_id)
  return supposed === undefined ? undefined : (supposed ?? undefined) === answer
}

/** A pause between two times is over as soon as nothing more will follow; here it counts with all of its length. */
function repeated(set: ActionSet, at: number, asks: Asks | undefined) {
  const { repeat } = set
  const lasts = longestRamp(set)
  if (!repeat) return { times: 1, ends: at + lasts }
  if (!asks) return { times: repeat.times, ends: at + longestRepeat(repeat, lasts) }
  let [times, ends] = [0, at]
  const more = (): boolean => goesOn(repeat, times, (one) => asks(one, ends))
  while (more()) {
    times += 1
    ends += lasts
    if (more()) ends += repeat.pause
  }
  return { times, ends }
}

/** Whether it is done once more, so many times having been begun; what is not known neither holds nor has come. */
export const goesOn = (
  repeat: Repetition,
  times: number,
  holds: (one: StepCondition) => boolean | undefined,
): boolean =>
  times < repeat.times &&
  (!repeat.while || holds(repeat.while) === true) &&
  !(times > 0 && repeat.until && holds(repeat.until) === true)
