import { useEffect, useState } from 'react'
import { usePorts } from '#engine/engine.ts'
import type { Home } from '#engine/ports.ts'
import { isOfMoment } from '#gateway/rules/conditions.ts'
import { rehearse, startOf } from '#gateway/rules/rehearse.ts'
import type { RehearsedRun } from '#gateway/rules/runs/in-their-turn.ts'
import type { World } from '#gateway/rules/world.ts'
import type { Rule } from '#schemas/generated/entities/rule.ts'
import { propertyAt } from '../builder/offered/properties.ts'
import { useStatuses } from '../use-rules.ts'
import { type Recording, valueId } from './recorded.ts'

export interface Rehearsed {
  edited: readonly RehearsedRun[]
  saved: readonly RehearsedRun[] | undefined
}

function presentWorld(
  home: Home,
  recording: Recording,
  statuses: readonly { resource_id: string; state: boolean }[],
): World {
  return {
    value: (device, service, property) => recording.now.get(valueId(device, service, property)),
    status: (id) => statuses.find(({ resource_id }) => resource_id === id)?.state,
    moment: (trigger) => {
      const { event_source, service_name: service, property_name: property } = trigger
      return isOfMoment(trigger, propertyAt(home.device(event_source), { service, property })?.value)
    },
  }
}

/** Lets the page draw and answer in between. */
const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Both versions on what was recorded, one after the other so that the page stays smooth; nothing is sent. */
export function useRehearsed(
  rule: Rule,
  saved: Rule | undefined,
  recording: Recording | undefined,
): Rehearsed | undefined {
  const { home } = usePorts()
  const { data: statuses } = useStatuses()
  const [done, setDone] = useState<{ of: string; rehearsed: Rehearsed }>()
  const of = recording && JSON.stringify([rule, saved, recording.from])

  useEffect(() => {
    if (!recording || of === undefined) return
    let given = false
    const run = async (): Promise<void> => {
      const { from, to, changes, zone, place } = recording
      const start = startOf(changes, from, presentWorld(home, recording, statuses ?? []))
      const story = { recorded: changes, start, zone, place, from, to }
      await breath()
      if (given) return
      const { edited } = rehearse({ rule: JSON.parse(of)[0] as Rule, ...story })
      await breath()
      if (given) return
      const before = JSON.parse(of)[1] as Rule | null
      const old = before ? rehearse({ rule: before, ...story }).edited : undefined
      setDone({ of, rehearsed: { edited, saved: old } })
    }
    void run()
    return () => {
      given = true
    }
  }, [of, recording, home, statuses])

  // While an edit is rehearsed, what was found before it stands.
  return recording && done?.rehearsed
}
