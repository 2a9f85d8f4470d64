import { isPause } from '#gateway/rules/pause.ts'
import { longestRamp } from '#gateway/rules/ramp/slope.ts'
import { leftToDraw } from '#gateway/rules/steps/chance.ts'
import { type Turn, turnsOf } from '#gateway/rules/steps/in-time.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { pauseWords } from '../../builder/sentences.ts'
import { apart } from './apart.ts'
import type { Block, Facts, Hint, Lane } from './blocks.ts'
import { eitherOf } from './either.ts'
import { askedText, othersOf } from './messages.ts'
import { settingsOf, targeted } from './settings.ts'

export interface Story {
  lanes: readonly Lane[]
  /** Action sets that do something, in their order. */
  moments: readonly {
    id: string
    at: number
    name: string
    /** What it does to what. */
    parts: readonly (Pick<Block, 'id' | 'text' | 'lasts' | 'mark' | 'slope'> & Pick<Lane, 'name'>)[]
    lasts: number
    doubtful: boolean
    /** Chance decides whether it happens. */
    perhaps: boolean
  }[]
  /** Each once. */
  hints: readonly Hint[]
}

/** So many times of what is repeated are drawn. */
const DRAWN = 10
/** What a run that began now would do to what, with the home as it is. Nothing is sent. */
export function storyOf(rule: Rule, facts: Facts): Story {
  const lanes = new Map<string, Lane>()
  const hints = new Map<string, Hint>()
  const shorts = new Map<string, string>()
  const moments: Story['moments'][number][] = []
  const now = new Map(facts.now)
  const statuses = new Map(facts.statuses)

  /** Of which chance draws one, and the id of its hint. */
  let drawn: { id: string; names: string[] } = { id: '', names: [] }
  const branches = apart(now, statuses)
  const asks = facts.asks?.(now, statuses)
  const play = ({ set, begins, at, does, times }: Turn): void => {
    const perhaps = set.by_chance !== undefined
    if (perhaps) {
      if (set.by_chance === 'one') drawn = { id: `drawn ${set.id}`, names: [] }
      const name = isPause(set) ? pauseWords(set, facts.speech) : set.name
      drawn.names.push(name)
      hints.set(drawn.id, { kind: 'drawn', ...drawn })
    }
    if (does === false || times === 0) {
      const id = `skipped ${set.id}`
      if (!isPause(set)) hints.set(id, { kind: 'skipped', name: set.name, id })
      return
    }
    if (set.question) {
      const lane = facts.speech.text.t('builder.offers.QUESTION.title')
      const there = lanes.get(lane) ?? { id: lane, icon: 'message', name: lane, blocks: [] }
      const text = askedText(set.question, { ...facts, statuses }, now)
      there.blocks.push({ id: `asks ${set.id}`, at: begins, text, lasts: 0 })
      lanes.set(lane, there)
      moments.push({ id: set.id, at: begins, name: text, parts: [], lasts: 0, doubtful: false, perhaps })
    }
    if (isPause(set)) return
    for (const { resource_id, state } of set.statuses ?? [])
      if (resource_id !== undefined) statuses.set(resource_id, state)
    const parts = [
      ...settingsOf(set.devices ?? [], facts, now, hints),
      ...(set.targets ?? []).map((target) => targeted(target, set, facts, now, hints)),
      ...othersOf(set, { ...facts, statuses }, now),
    ]
    const each = (set.repeat?.pause ?? 0) + longestRamp(set)
    for (const [place, { lane, icon, name, short, ...block }] of parts.entries()) {
      if (short !== undefined) shorts.set(lane, short)
      const there = lanes.get(lane) ?? { id: lane, icon, name, blocks: [] }
      for (let n = 0; n < Math.min(times, DRAWN); n++)
        there.blocks.push({
          ...{ id: `${set.id} ${place} ${n}`, at: at + n * each, ...block },
          ...(perhaps && { draw: drawn.id, mark: block.mark === 'doubtful' ? block.mark : undefined }),
        })
      lanes.set(lane, there)
    }
    moments.push({
      id: set.id,
      at,
      name: times > 1 ? `${set.name} × ${times}` : set.name,
      // Named as the lanes are, once all of these are known.
      parts: parts.map(({ lane, text, lasts, mark, slope }, place) => ({
        ...{ id: `${set.id} ${place}`, name: lane, text, lasts, slope },
        ...(mark !== undefined && !(perhaps && mark === 'already') && { mark }),
      })),
      lasts: Math.max(0, ...parts.map(({ lasts }) => lasts)),
      doubtful: parts.some(({ mark }) => mark === 'doubtful'),
      perhaps,
    })
  }
  let place = 0
  for (const turn of turnsOf(rule, 0, asks, facts)) {
    const left = leftToDraw(rule.scenes ?? [], place)
    if (left > 0) branches.begins(turn.set.by_chance === 'one')
    play(turn)
    // Before what follows is asked about.
    if (left > 0) branches.ends(left === 1)
    place += 1
  }
  // A device of which one value is set is its lane.
  const names = [...shorts.values()]
  const alone = (name: string): boolean => names.indexOf(name) === names.lastIndexOf(name)
  const nameOf = (id: string): string => {
    const short = shorts.get(id)
    return short !== undefined && alone(short) ? short : (lanes.get(id)?.name ?? id)
  }
  return {
    lanes: [...lanes.values()].map((lane) => ({
      ...lane,
      name: nameOf(lane.id),
      blocks: eitherOf(lane.blocks, facts.speech.text),
    })),
    moments: moments.map((one) => ({
      ...one,
      parts: one.parts.map((part) => ({ ...part, name: nameOf(part.name) })),
    })),
    hints: [...hints.values()],
  }
}
