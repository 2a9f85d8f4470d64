import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAddress } from '#engine/address.ts'
import { useEngine } from '#engine/engine.ts'
import { countTriggers } from '#gateway/rules/parts.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { conditionOf, stepIn } from '../only-if/place-asked.ts'
import { type Place, START } from '../place.ts'
import { backFrom } from '../tabs.ts'
import type { Editor } from './editor.ts'
import { type Built, begun, stepped, takenBack } from './history.ts'
import { type Kept, keep } from './kept.ts'

interface State {
  built: Built
  base: Rule
  place: Place
}

export interface EditorOfPage extends Editor {
  /** Begins anew from what the gateway has; what was built stays one step behind. */
  rebase(base: Rule, rule: Rule): void
}

/** In the address: the idea with which somebody comes; all else there names devices for it, by the place that they take. */
const IDEA = 'recipe'

const chosenIn = (search: URLSearchParams): NonNullable<Place['chosen']> =>
  Object.fromEntries(
    [...new Set(search.keys())].flatMap((slot) => (slot === IDEA ? [] : [[slot, search.getAll(slot)]])),
  )

const isEmpty = (rule: Rule): boolean => countTriggers(rule) === 0 && (rule.scenes ?? []).length === 0

/** Whether the place still means something after a step was taken back. */
function isThere({ editing, asks }: Place, rule: Rule): boolean {
  const at = stepIn(asks)
  if (at && !rule.scenes?.some(({ id }) => id === at.step)) return false
  if (editing === undefined) return true
  const { time_triggers = [], sun_triggers = [], call_triggers = [], event_triggers = [] } = rule
  const { silence_triggers = [], run_triggers = [], scenes = [] } = rule
  const all = [
    ...[time_triggers, sun_triggers, call_triggers, silence_triggers, run_triggers, event_triggers].flat(),
    ...scenes,
  ]
  const statuses = rule.statuses ?? []
  if (conditionOf(rule, editing)) return true
  return all.some(({ id }) => id === editing) || statuses.some(({ resource_id }) => resource_id === editing)
}

/** The rule, the steps back, and the place in the builder; all of it survives a reload. */
export function useEditorOf(kept: Kept, home: string, scene: string | undefined): EditorOfPage {
  const { situation } = useEngine()
  const [search, change] = useAddress()
  const idea = search.get(IDEA)
  const [{ built, base, place }, setState] = useState<State>(() => ({
    built: begun(kept.rule, kept.past),
    base: kept.base,
    // Whoever comes with an idea is asked for its devices, unless he has begun something already.
    place:
      idea !== null && isEmpty(kept.rule) ? { ...START, recipe: idea, chosen: chosenIn(search) } : kept.place,
  }))
  const arrived = useEffectEvent(() => {
    if (idea !== null) change((now) => Object.fromEntries([...now.keys()].map((name) => [name, undefined])))
  })
  // From now on the place is kept as any other.
  useEffect(() => arrived(), [])
  const lastStep = useRef<string>(undefined)
  const { rule, past } = built

  useEffect(() => keep(home, scene, { rule, base, place, past }), [home, scene, rule, base, place, past])

  const go = (next: Place): void => {
    lastStep.current = undefined
    setState((now) => ({ ...now, place: next }))
  }
  return {
    rule,
    base,
    existing: scene !== undefined,
    change(next, as) {
      const merge = as !== undefined && as === lastStep.current
      lastStep.current = as
      setState((now) => ({ ...now, built: stepped(now.built, next, merge) }))
    },
    undo:
      past.length === 0
        ? undefined
        : () => {
            lastStep.current = undefined
            setState((now) => {
              const before = takenBack(now.built)
              return { ...now, built: before, place: isThere(now.place, before.rule) ? now.place : START }
            })
          },
    place,
    go,
    back() {
      const to = backFrom(place.tab, situation, place.editing !== undefined)
      const { asks } = place
      if (to)
        go(to === 'triggerForm' ? { ...place, tab: to } : { tab: to, ...(asks !== undefined && { asks }) })
    },
    rebase(next, rebuilt) {
      lastStep.current = undefined
      setState((now) => ({ base: next, built: stepped(now.built, rebuilt, false), place: START }))
    },
  }
}
