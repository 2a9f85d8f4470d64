import type { Fault } from '../fault.ts'
import { gridFits, namedOnce } from './grid.ts'
import { identityIsGiven } from './identity.ts'
import { referencesHold } from './references.ts'
import type { ModelCheck, Sense, Subject } from './subject.ts'
import { valuesMakeSense } from './values.ts'
import { widgetsSuit } from './widgets.ts'

const CHECKS: readonly ModelCheck[] = [
  identityIsGiven,
  namedOnce,
  gridFits,
  referencesHold,
  valuesMakeSense,
  widgetsSuit,
]

/** What in an entry is well formed and still can't be meant. */
export function senseOf(subject: Subject, sense: Sense): Fault[] {
  const own = Object.keys(subject.full.icons ?? {})
  const drawn = own.length > 0 && sense.icons ? { ...sense, icons: new Set([...sense.icons, ...own]) } : sense
  return CHECKS.flatMap((check) => check(subject, drawn))
}
